// The search syntax of lists: `search`, `search.{field}`, `mode`, `joint`, `isCaseSensitive`.
import { type Expression, type SqlBool, sql } from 'kysely';
import { RequestError } from '../http/request-error.ts';
import { escapeLike } from './containing.ts';
import { patternProblem } from './pattern.ts';

type Value = string | string[] | number | undefined;
type Query = Record<string, Value>;
type Condition = Expression<SqlBool>;
type Mode = 'like' | 'exact' | 'similar_to' | 'posix';
const modes: readonly string[] = ['like', 'exact', 'similar_to', 'posix'];
const patternModes: readonly unknown[] = ['similar_to', 'posix'] satisfies Mode[];

/** Whether a query uses a regular expression in any field. */
export const isPatternSearch = (query: Record<string, unknown>): boolean =>
  Object.entries(query).some(([name, mode]) => /^mode(\.|$)/.test(name) && patternModes.includes(mode));

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

/** The indexed text contains all fields, one per line, so it contains what any field contains. */
const textLike = (pattern: string): Condition => sql<SqlBool>`search_text like lower(${pattern})`;

/** Some letters, anywhere in a field: there the indexed text alone has the answer. */
const isPlain = (pattern: string) => /^%[^%_\\\n]+%$/.test(pattern);

/** For fields with their own index: the condition on the key for an exact, case-insensitive match. */
export type Keys = Readonly<Record<string, (value: string) => Condition>>;

const readValues = (name: string, given: Value, mode: Mode): string[] => {
  const values = [given ?? ''].flat().map(String);
  if (values.some((value) => value === '')) throw bad(`${name} is empty`);
  if (values.length > 1 && mode !== 'exact') throw bad('several values need the mode `exact`');
  const problem = patternModes.includes(mode) ? patternProblem(values[0] ?? '') : undefined;
  if (problem) throw bad(`${name}: ${problem}`);
  return values;
};

/** The condition of a query over all fields of the indexed text; `undefined` if there is no search. */
export const searchCondition = (query: Query, fields: readonly string[], keys: Keys = {}): Condition | undefined => {
  const caseSensitive = ['true', '1', 'yes', ''].includes(String(query.isCaseSensitive ?? 'false').toLowerCase());
  const joint = String(query.joint ?? query.jointMode ?? 'or');
  if (joint !== 'or' && joint !== 'and') throw bad('joint must be `and` or `or`');
  const modeOf = (field: string): Mode => {
    const mode = String(query[`mode.${field}`] ?? query[`mode.${snakeCase(field)}`] ?? query.mode ?? 'like');
    if (!modes.includes(mode)) throw bad(`mode ${mode} is unknown`);
    return mode as Mode;
  };
  const inFields = (name: string, given: Value, searched: readonly string[]): Condition => {
    const [mode, ...otherModes] = new Set(searched.map(modeOf));
    const perValue = (value: string): Condition => {
      const found = any(searched.map((field) => matches(field, modeOf(field), value, caseSensitive)));
      if (otherModes.length > 0 || (mode !== 'like' && mode !== 'exact')) return found;
      const [field = '', ...otherFields] = searched;
      const key = otherFields.length === 0 ? keys[field] : undefined;
      if (mode === 'exact' && key && !caseSensitive) return key(value);
      if (mode === 'exact') return all([key?.(value) ?? textLike(`%${escapeLike(value)}%`), found]);
      if (searched === fields && !caseSensitive && isPlain(value)) return textLike(value);
      return all([textLike(`%${value}%`), found]);
    };
    const values = searched.flatMap((field) => readValues(name, given, modeOf(field)));
    return any([...new Set(values)].map(perValue));
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
