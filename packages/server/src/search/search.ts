// The search grammar of lists: `search`, `search.{field}`, `mode`, `joint`, `isCaseSensitive`.
import { type Expression, type SqlBool, sql } from 'kysely';
import { RequestError } from '../http/request-error.ts';

type Value = string | string[] | number | undefined;
type Query = Record<string, Value>;
type Condition = Expression<SqlBool>;
type Mode = 'like' | 'exact' | 'similar_to' | 'posix';
const modes: readonly string[] = ['like', 'exact', 'similar_to', 'posix'];

const camelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const bad = (details: string) => new RequestError('request.invalid_input', { details });

const any = (conditions: Condition[]): Condition => sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
const all = (conditions: Condition[]): Condition => sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;

const matches = (column: string, mode: Mode, value: string, caseSensitive: boolean): Condition => {
  const field = sql.ref(snakeCase(column));
  if (mode === 'exact') return caseSensitive ? sql`${field} = ${value}` : sql`lower(${field}) = lower(${value})`;
  if (mode === 'posix') return caseSensitive ? sql`${field} ~ ${value}` : sql`${field} ~* ${value}`;
  if (mode === 'similar_to') {
    if (!caseSensitive) throw bad('similar_to is always case sensitive');
    return sql`${field} similar to ${value}`;
  }
  return caseSensitive ? sql`${field} like ${value}` : sql`${field} ilike ${value}`;
};

/** The one indexed text of a row contains whatever any of its fields contains: it narrows, the fields decide. */
const narrowed = (value: string, condition: Condition): Condition =>
  all([sql<SqlBool>`search_text like ${`%${value.toLowerCase()}%`}`, condition]);

const readValues = (name: string, given: Value, mode: Mode): string[] => {
  const values = [given ?? ''].flat().map(String);
  if (values.some((value) => value === '')) throw bad(`${name} is empty`);
  if (values.length > 1 && mode !== 'exact') throw bad('several values need the mode `exact`');
  return values;
};

/** The condition a query asks for; `undefined` when it searches for nothing. */
export const searchCondition = (query: Query, fields: readonly string[]): Condition | undefined => {
  const caseSensitive = ['true', '1', 'yes', ''].includes(String(query.isCaseSensitive ?? 'false').toLowerCase());
  const joint = String(query.joint ?? query.jointMode ?? 'or');
  if (joint !== 'or' && joint !== 'and') throw bad('joint must be `and` or `or`');
  const modeOf = (field: string): Mode => {
    const mode = String(query[`mode.${field}`] ?? query[`mode.${snakeCase(field)}`] ?? query.mode ?? 'like');
    if (!modes.includes(mode)) throw bad(`mode ${mode} is unknown`);
    return mode as Mode;
  };
  const inFields = (name: string, given: Value, searched: readonly string[]): Condition => {
    const found = searched.flatMap((field) =>
      readValues(name, given, modeOf(field)).map((value) => matches(field, modeOf(field), value, caseSensitive)),
    );
    const isText = searched.every((field) => modeOf(field) === 'like');
    return isText ? narrowed(String(given), any(found)) : any(found);
  };
  const conditions = Object.entries(query).flatMap(([name, value]) => {
    if (name === 'search') return [inFields(name, value, fields)];
    if (!name.startsWith('search.')) return [];
    const field = camelCase(name.slice('search.'.length));
    if (!fields.includes(field)) throw bad(`${name} is not a field to search`);
    return [inFields(name, value, [field])];
  });
  if (conditions.length === 0) return undefined;
  return joint === 'and' ? all(conditions) : any(conditions);
};
