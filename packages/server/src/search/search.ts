// The search grammar of lists: `search`, `search.{field}`, `mode`, `joint`, `isCaseSensitive`.
import { type Expression, type SqlBool, sql } from 'kysely';
import { RequestError } from '../http/request-error.ts';

type Query = Record<string, string | string[] | number | undefined>;
type Mode = 'like' | 'exact' | 'similar_to' | 'posix';
const modes: readonly string[] = ['like', 'exact', 'similar_to', 'posix'];

const camelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const bad = (details: string) => new RequestError('request.invalid_input', { details });

const matches = (column: string, mode: Mode, value: string, caseSensitive: boolean): Expression<SqlBool> => {
  const field = sql.ref(snakeCase(column));
  if (mode === 'exact') return caseSensitive ? sql`${field} = ${value}` : sql`lower(${field}) = lower(${value})`;
  if (mode === 'posix') return caseSensitive ? sql`${field} ~ ${value}` : sql`${field} ~* ${value}`;
  if (mode === 'similar_to') {
    if (!caseSensitive) throw bad('similar_to is always case sensitive');
    return sql`${field} similar to ${value}`;
  }
  return caseSensitive ? sql`${field} like ${value}` : sql`${field} ilike ${value}`;
};

/** The condition a query asks for; `undefined` when it searches for nothing. */
export const searchCondition = (query: Query, fields: readonly string[]): Expression<SqlBool> | undefined => {
  const caseSensitive = ['true', '1', 'yes', ''].includes(String(query.isCaseSensitive ?? 'false').toLowerCase());
  const joint = String(query.joint ?? query.jointMode ?? 'or');
  if (joint !== 'or' && joint !== 'and') throw bad('joint must be `and` or `or`');
  const modeOf = (field: string): Mode => {
    const mode = String(query[`mode.${field}`] ?? query[`mode.${snakeCase(field)}`] ?? query.mode ?? 'like');
    if (!modes.includes(mode)) throw bad(`mode ${mode} is unknown`);
    return mode as Mode;
  };
  const conditions: Expression<SqlBool>[] = [];
  const add = (field: string, given: string | string[] | number | undefined, mode: Mode) => {
    const values = [given ?? ''].flat().map(String);
    if (values.some((value) => value === '')) throw bad(`search value of ${field} is empty`);
    if (values.length > 1 && mode !== 'exact') throw bad('several values need the mode `exact`');
    conditions.push(sql<SqlBool>`(${sql.join(values.map((value) => matches(field, mode, value, caseSensitive)), sql` or `)})`);
  };
  for (const [name, value] of Object.entries(query)) {
    if (name === 'search') {
      const whole = fields.map((field) => {
        const before = conditions.length;
        add(field, value, modeOf(field));
        return conditions.splice(before);
      });
      conditions.push(sql<SqlBool>`(${sql.join(whole.flat(), sql` or `)})`);
    } else if (name.startsWith('search.')) {
      const field = camelCase(name.slice('search.'.length));
      if (!fields.includes(field)) throw bad(`${name} is not a field to search`);
      add(field, value, modeOf(field));
    }
  }
  if (conditions.length === 0) return undefined;
  return sql<SqlBool>`(${sql.join(conditions, joint === 'and' ? sql` and ` : sql` or `)})`;
};
