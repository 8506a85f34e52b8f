// Generated SCIM filters, and a plain evaluation of them on resources, by RFC 7644, section 3.4.2.2.
import fc from 'fast-check';

type Value = string | boolean | null;
export type Filter =
  | { is: 'compare'; path: string; operator: string; value: Value }
  | { is: 'within'; path: string; inner: Filter; part?: Filter }
  | { is: 'and'; parts: readonly [Filter, Filter] }
  | { is: 'or'; parts: readonly [Filter, Filter] }
  | { is: 'not'; inner: Filter };

/** An attribute, or a part of one. `values` are those to compare with. */
export type Facts = { type: 'text' | 'exact' | 'time' | 'boolean'; values: readonly string[] };
/** Parts of multi-valued attributes, which are filtered in brackets, too. */
export type Attributes = { single: Record<string, Facts>; multi: Record<string, Record<string, Facts>> };
type Json = Record<string, unknown>;

const onText = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'];
const operatorsOf = { text: onText, exact: onText, time: ['eq', 'ne', 'gt', 'ge', 'lt', 'le'], boolean: ['eq', 'ne'] };

const factsOf = ({ single, multi }: Attributes, path: string): Facts | undefined => {
  if (single[path]) return single[path];
  const parts = Object.entries(multi).flatMap(([name, subs]) => [
    ...Object.entries(subs).map(([sub, facts]) => [`${name}.${sub}`, facts] as const),
    ...(subs.value ? [[name, subs.value] as const] : []),
  ]);
  return parts.find(([name]) => name === path)?.[1];
};

export const textOf = (filter: Filter): string => {
  if (filter.is === 'not') return `not (${textOf(filter.inner)})`;
  if (filter.is === 'and' || filter.is === 'or') return `(${filter.parts.map(textOf).join(` ${filter.is} `)})`;
  if (filter.is === 'within') {
    return `${filter.path}[${textOf(filter.inner)}]${filter.part ? `.${textOf(filter.part)}` : ''}`;
  }
  const { path, operator, value } = filter;
  return operator === 'pr' ? `${path} pr` : `${path} ${operator} ${JSON.stringify(value)}`;
};

/** By code points, as the database sorts. */
const order = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other));

const isMatch = (facts: Facts, stored: unknown, operator: string, value: Value): boolean => {
  const isMissing = stored === undefined || (Array.isArray(stored) && stored.length === 0);
  if (operator === 'pr') return !isMissing;
  if (value === null) return isMissing === (operator === 'eq');
  if (facts.type === 'boolean') return ((stored ?? false) === value) === (operator === 'eq');
  if (isMissing) return operator === 'ne';
  const fold = (text: unknown) => (facts.type === 'text' ? String(text).toLowerCase() : String(text));
  const [left, right] = [fold(stored), fold(value)];
  const sign = facts.type === 'time' ? Date.parse(left) - Date.parse(right) : order(left, right);
  const results: Record<string, boolean> = {
    ...{ eq: sign === 0, ne: sign !== 0, gt: sign > 0, ge: sign >= 0, lt: sign < 0, le: sign <= 0 },
    ...{ co: left.includes(right), sw: left.startsWith(right), ew: left.endsWith(right) },
  };
  return results[operator] === true;
};

/** Attributes of an extension are below its URN, and those of the core are not. */
const stepsOf = (path: string): string[] => {
  const urn = /^urn:.*:(?=\w+$|\w+\.\w+$)/.exec(path)?.[0] ?? '';
  const names = path.slice(urn.length).split('.');
  return urn.includes(':extension:') ? [urn.slice(0, -1), ...names] : names;
};

/** The values of a multi-valued attribute; URNs of schemas are plain texts. */
const itemsOf = (resource: Json, name: string): Json[] =>
  ((resource[name] as (Json | string)[] | undefined) ?? []).map((item) =>
    typeof item === 'string' ? { value: item } : item,
  );

export const evaluate = (attributes: Attributes, filter: Filter, resource: Json): boolean => {
  if (filter.is === 'not') return !evaluate(attributes, filter.inner, resource);
  if (filter.is === 'and') return filter.parts.every((part) => evaluate(attributes, part, resource));
  if (filter.is === 'or') return filter.parts.some((part) => evaluate(attributes, part, resource));
  if (filter.is === 'within') {
    const { path, inner, part } = filter;
    const parts = { single: attributes.multi[path] ?? {}, multi: {} };
    return itemsOf(resource, path).some(
      (item) => evaluate(parts, inner, item) && (!part || evaluate(parts, part, item)),
    );
  }
  const { path, operator, value } = filter;
  const facts = factsOf(attributes, path);
  if (!facts) throw new Error(`no facts about ${path}`);
  const [name = '', sub] = path.split('.');
  if (attributes.multi[name] && (sub || value !== null)) {
    return itemsOf(resource, name).some((item) => isMatch(facts, item[sub ?? 'value'], operator, value));
  }
  const stored = stepsOf(path).reduce<unknown>((at, name) => (at as Json | undefined)?.[name], resource);
  return isMatch(facts, stored, operator, value);
};

const comparisonOf = (path: string, facts: Facts): fc.Arbitrary<Filter> => {
  const values: fc.Arbitrary<Value> = facts.type === 'boolean' ? fc.boolean() : fc.constantFrom(...facts.values);
  const compared = fc
    .tuple(fc.constantFrom(...operatorsOf[facts.type]), values)
    .map(([operator, value]) => ({ is: 'compare', path, operator, value }) as const);
  const presence = fc.constantFrom(
    ...(['pr', 'eq', 'ne'] as const).map((operator) => ({ is: 'compare', path, operator, value: null }) as const),
  );
  return fc.oneof({ weight: 5, arbitrary: compared }, { weight: 1, arbitrary: presence });
};

const joined = (part: fc.Arbitrary<Filter>): fc.Arbitrary<Filter> =>
  fc.oneof(
    fc
      .tuple(fc.constantFrom('and', 'or'), part, part)
      .map(([is, one, other]) => ({ is, parts: [one, other] }) as const),
    part.map((inner) => ({ is: 'not', inner }) as const),
  );

export const filtersOn = (attributes: Attributes): fc.Arbitrary<Filter> => {
  const anyOf = (facts: Record<string, Facts>) =>
    fc.oneof(...Object.entries(facts).map(([path, one]) => comparisonOf(path, one)));
  const dotted = Object.entries(attributes.multi).flatMap(([name, subs]) => [
    ...Object.entries(subs).map(([sub, facts]) => comparisonOf(`${name}.${sub}`, facts)),
    ...(subs.value ? [comparisonOf(name, subs.value)] : []),
  ]);
  const within = Object.entries(attributes.multi).map(([path, subs]) =>
    fc
      .tuple(fc.oneof(anyOf(subs), joined(anyOf(subs))), fc.option(anyOf(subs), { nil: undefined }))
      .map(([inner, part]) => ({ is: 'within', path, inner, ...(part && { part }) }) as const),
  );
  const simple: fc.Arbitrary<Filter> = fc.oneof(anyOf(attributes.single), ...dotted, ...within);
  return fc.oneof(simple, joined(simple), joined(joined(simple)));
};
