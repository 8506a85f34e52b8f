// Turns a filter into a condition in SQL. Texts of the client are parameters only; names come from the schema.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Comparison, Filter, Value } from './filter.ts';
import { type Attribute, findAttribute, type ResourceKind, resolvePath, type Target } from './schemas.ts';
import { scimError } from './scim-error.ts';

type Condition = RawBuilder<SqlBool>;
type Expression = RawBuilder<unknown>;

/** Where the attributes of a resource are stored. */
export type Source = {
  kind: ResourceKind;
  /** Columns by path; those with a key are compared by it, without case. */
  columns: Record<string, { column: Expression; key?: Expression; isIndexed?: true }>;
  /** All others, as JSON. */
  json?: Expression;
  /** Multi-valued attributes in a table of their own, and the columns of their parts. */
  related?: Record<string, { from: Expression; columns: Record<string, Expression> }>;
  /** A quick check that most rows fail, for `eq` on one value of a multi-valued attribute. */
  lookup?: (path: string, value: string) => Condition | undefined;
};

const invalid = (reason: string) => scimError('invalid_filter', { reason });

const timeOf = (path: string, value: Value): Date => {
  const time = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value) ? new Date(value) : undefined;
  if (!time || Number.isNaN(time.getTime()))
    throw invalid(`${path} is compared with a time such as 2026-01-31T00:00:00Z.`);
  return time;
};

/** Whether a comparison asks for any value (`pr`, `ne null`) or none (`eq null`); undefined for all others. */
const wantsPresent = ({ operator, path, value }: Comparison): boolean | undefined => {
  if (operator === 'pr') return true;
  if (value !== null) return undefined;
  if (operator !== 'eq' && operator !== 'ne') throw invalid(`${path} can't be compared by ${operator} with null.`);
  return operator === 'ne';
};

const symbols = { gt: sql`>`, ge: sql`>=`, lt: sql`<`, le: sql`<=` };

const compareOrdered = (column: Expression, { operator, path }: Comparison, value: unknown): Condition => {
  if (operator === 'eq') return sql`${column} = ${value}`;
  if (operator === 'ne') return sql`coalesce(${column} <> ${value}, true)`;
  const symbol = symbols[operator as keyof typeof symbols];
  if (!symbol) throw invalid(`${path} can't be compared by ${operator}.`);
  return sql`${column} ${symbol} ${value}`;
};

const compareBoolean = (column: Expression, { operator, path, value }: Comparison): Condition => {
  const wanted = typeof value === 'string' ? value.toLowerCase() : String(value);
  if (wanted !== 'true' && wanted !== 'false') throw invalid(`${path} is compared with true or false.`);
  if (operator !== 'eq' && operator !== 'ne') throw invalid(`${path} can't be compared by ${operator}.`);
  return sql`coalesce(${column}, false) ${operator === 'eq' ? sql`=` : sql`<>`} ${sql.lit(wanted === 'true')}`;
};

const compareText = (
  stored: Expression,
  key: Expression | undefined,
  one: Comparison,
  isCaseExact = false,
): Condition => {
  const { operator, path, value } = one;
  if (typeof value !== 'string') throw invalid(`${path} is compared with a text.`);
  const column = key ?? (isCaseExact ? stored : sql`lower(${stored})`);
  const given = isCaseExact ? sql`${value}::text` : sql`lower(${value}::text)`;
  if (operator === 'eq') return sql`${column} = ${given}`;
  if (operator === 'ne') return sql`coalesce(${column} <> ${given}, true)`;
  if (operator === 'co') return sql`strpos(${column}, ${given}) > 0`;
  if (operator === 'sw') return sql`starts_with(${column}, ${given})`;
  if (operator === 'ew') return sql`right(${column}, length(${given})) = ${given}`;
  return sql`${column} collate "C" ${symbols[operator as keyof typeof symbols]} ${given} collate "C"`;
};

const compareAs = (attribute: Attribute, column: Expression, one: Comparison, key?: Expression): Condition => {
  const isPresent = wantsPresent(one);
  if (isPresent !== undefined) return isPresent ? sql`${column} is not null` : sql`${column} is null`;
  const { operator, path, value } = one;
  if (attribute.type === 'dateTime') return compareOrdered(column, one, timeOf(path, value));
  if (attribute.type === 'boolean') return compareBoolean(column, one);
  if (attribute.type === 'binary' && operator in symbols) throw invalid(`${path} can't be compared by ${operator}.`);
  return compareText(column, key, one, attribute.isCaseExact);
};

const textIn = (json: Expression, { name, type }: Attribute): Expression =>
  type === 'boolean' ? sql`(${json} ->> ${sql.lit(name)})::boolean` : sql`${json} ->> ${sql.lit(name)}`;

/** Whether one value of the attribute matches. `item` is that value. */
const someValue = (
  { attribute, urn }: Target,
  json: Expression,
  condition: (item: Expression) => Condition,
): Condition => {
  const parent = urn ? sql`${json} -> ${sql.lit(urn)}` : json;
  const values = sql`coalesce(${parent} -> ${sql.lit(attribute.name)}, '[]')`;
  return sql`exists (select from jsonb_array_elements(${values}) as item (value) where ${condition(sql`item.value`)})`;
};

const defaultSub = ({ sub = [] }: Attribute): Attribute | undefined => findAttribute(sub, 'value');

export const filterCondition = (source: Source, filter: Filter): Condition => {
  const resolve = (path: string): Target => {
    const target = resolvePath(source.kind, path);
    if (!target) throw invalid(`${path} is not an attribute.`);
    return target;
  };
  const jsonOf = (path: string): Expression => {
    if (!source.json) throw invalid(`${path} can't be filtered.`);
    return source.json;
  };
  /** Conditions on one value of a multi-valued attribute. */
  const inside = (attribute: Attribute, columnOf: (sub: Attribute) => Expression, inner: Filter): Condition => {
    if (inner.type === 'and' || inner.type === 'or') {
      const [left, right] = [inside(attribute, columnOf, inner.left), inside(attribute, columnOf, inner.right)];
      return inner.type === 'and' ? sql`(${left} and ${right})` : sql`(${left} or ${right})`;
    }
    if (inner.type === 'not') return sql`not coalesce(${inside(attribute, columnOf, inner.inner)}, false)`;
    const sub = findAttribute(attribute.sub ?? [], inner.path);
    if (inner.type === 'within' || !sub) throw invalid(`${inner.path} is not a part of ${attribute.name}.`);
    return compareAs(sub, columnOf(sub), inner);
  };
  const within = (path: string, inner: Filter): Condition => {
    const target = resolve(path);
    const { attribute } = target;
    if (!attribute.isMulti || target.sub) throw invalid(`${path} has no values to filter.`);
    const related = source.related?.[attribute.name];
    if (related) {
      const columnOf = ({ name }: Attribute) => {
        const column = related.columns[name];
        if (!column) throw invalid(`${path}.${name} can't be filtered.`);
        return column;
      };
      return sql`exists (select ${related.from} and ${inside(attribute, columnOf, inner)})`;
    }
    const condition = someValue(target, jsonOf(path), (item) => inside(attribute, (sub) => textIn(item, sub), inner));
    const known = equalValue(inner);
    const quick = known === undefined ? undefined : source.lookup?.(attribute.name, known);
    return quick ? sql`(${quick} and ${condition})` : condition;
  };
  /** Whether the attribute has a value, or one of its parts has. */
  const present = (target: Target): Condition => {
    const { attribute, urn } = target;
    const column = urn ? undefined : source.columns[attribute.name]?.column;
    if (column) return sql`${column} is not null`;
    if (attribute.name === 'meta') return sql`true`;
    const related = source.related?.[attribute.name];
    if (related) return sql`exists (select ${related.from})`;
    const json = jsonOf(attribute.name);
    if (attribute.isMulti) return someValue(target, json, () => sql`true`);
    return sql`${urn ? sql`${json} -> ${sql.lit(urn)}` : json} -> ${sql.lit(attribute.name)} is not null`;
  };
  const compare = (one: Comparison): Condition => {
    const target = resolve(one.path);
    const { attribute, sub, urn } = target;
    const isPresent = sub ? undefined : wantsPresent(one);
    if (isPresent !== undefined) return isPresent ? present(target) : sql`not ${present(target)}`;
    const part = sub ?? defaultSub(attribute);
    if (attribute.type === 'complex' && !part) throw invalid(`${one.path} has parts; filter one of them.`);
    if (attribute.isMulti && part) return within(attribute.name, { ...one, path: part.name });
    const name = sub ? `${attribute.name}.${sub.name}` : attribute.name;
    const column = urn ? undefined : source.columns[name];
    if (column) return compareAs(sub ?? attribute, column.column, one, column.key);
    const json = jsonOf(one.path);
    const parent = urn ? sql`${json} -> ${sql.lit(urn)}` : json;
    if (!part) return compareAs(attribute, textIn(parent, attribute), one);
    return compareAs(part, textIn(sql`(${parent} -> ${sql.lit(attribute.name)})`, part), one);
  };
  const build = (part: Filter): Condition => {
    if (part.type === 'and') return sql`(${build(part.left)} and ${build(part.right)})`;
    if (part.type === 'or') return sql`(${build(part.left)} or ${build(part.right)})`;
    if (part.type === 'not') return sql`not coalesce(${build(part.inner)}, false)`;
    return part.type === 'within' ? within(part.path, part.inner) : compare(part);
  };
  return build(filter);
};

/** The value that `value eq "…"` asks for. */
const equalValue = (inner: Filter): string | undefined => {
  if (inner.type === 'and') return equalValue(inner.left) ?? equalValue(inner.right);
  const isEqual = inner.type === 'compare' && inner.operator === 'eq' && inner.path.toLowerCase() === 'value';
  return isEqual && typeof inner.value === 'string' ? inner.value : undefined;
};

/** Whether an index finds the few rows that can match, so that the filter costs no more than reading one resource. */
export const isIndexed = (source: Source, filter: Filter): boolean => {
  if (filter.type === 'and') return isIndexed(source, filter.left) || isIndexed(source, filter.right);
  if (filter.type === 'or') return isIndexed(source, filter.left) && isIndexed(source, filter.right);
  if (filter.type === 'not') return false;
  const target = resolvePath(source.kind, filter.path);
  if (!target) return false;
  const { name } = target.attribute;
  if (filter.type === 'within') {
    const value = equalValue(filter.inner);
    return value !== undefined && source.lookup?.(name, value) !== undefined;
  }
  if (filter.operator !== 'eq' || typeof filter.value !== 'string') return false;
  if (!target.attribute.isMulti) return !target.sub && source.columns[name]?.isIndexed === true;
  return (target.sub?.name ?? 'value') === 'value' && source.lookup?.(name, filter.value) !== undefined;
};
