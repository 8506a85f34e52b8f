// Reads a log table newest first in constant time: a page comes from an index in its order, and the total is counted
// only up to a limit.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Database } from '../../infrastructure/database/tenant-database.ts';
import { countLimit, defaultPageSize, linkHeader } from '../../infrastructure/http/paging.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { type Cursor, cursorOf, readCursor } from './cursor.ts';

type Condition = RawBuilder<SqlBool>;
/**
 * A query. `only` is the most selective column value, `oneOf` several values of another column; both have an index in
 * list order.
 */
export type Wanted = {
  table: 'logs' | 'change_records';
  columns: readonly string[];
  conditions: Condition[];
  only?: { column: string; value: string };
  oneOf?: { column: string; values: string[] };
};
export type Asked = {
  page?: number | undefined;
  page_size?: number | undefined;
  cursor?: string | undefined;
};

/** Beyond this, finding the page would mean skipping rows one by one. */
const deepest = 20_000;
const newest = sql`created_at desc, id desc`;

/**
 * Equality, written so that the order can begin with the column. Only its own index has that order, so the planner
 * cannot scan the whole log instead because it overestimates the matches.
 */
const pinned = (column: string, value: RawBuilder<unknown>) => ({
  condition: sql<SqlBool>`${sql.ref(column)} >= ${value} and ${sql.ref(column)} <= ${value}`,
  order: sql`order by ${sql.ref(column)}, ${newest}`,
});

type Part = {
  limit: number;
  offset?: number;
  /** Any rows, which is enough to count them. */
  anyOrder?: true;
};

const list = ({ table, columns, conditions, only, oneOf }: Wanted, { limit, offset = 0, anyOrder }: Part) => {
  const shown = sql.join(columns.map((column) => sql.ref(column)));
  const rows = (more: Condition[], order: RawBuilder<unknown>) => {
    const all = [...more, ...conditions];
    const where = all.length === 0 ? sql`` : sql`where ${sql.join(all, sql` and `)}`;
    return sql`select ${shown} from ${sql.table(table)} ${where} ${order}`;
  };
  const part = sql`limit ${limit} offset ${offset}`;
  if (only) {
    const { condition, order } = pinned(only.column, sql`${only.value}::text`);
    const among = oneOf ? [sql<SqlBool>`${sql.ref(oneOf.column)} = any (${oneOf.values}::text[])`] : [];
    return sql`${rows([condition, ...among], order)} ${part}`;
  }
  if (!oneOf) return sql`${rows([], sql`order by ${newest}`)} ${part}`;
  // The newest of each value, and then the newest of those, so that a rare value does not scan all others.
  const { condition, order } = pinned(oneOf.column, sql`wanted.value`);
  return sql`select ${shown} from unnest(${oneOf.values}::text[]) as wanted (value)
    cross join lateral (${rows([condition], order)} limit ${limit + offset}) as found
    ${anyOrder ? sql`` : sql`order by ${newest}`} ${part}`;
};

const countOf = async (db: Database, wanted: Wanted): Promise<number> => {
  const rows = list({ ...wanted, columns: ['created_at', 'id'] }, { limit: countLimit + 1, anyOrder: true });
  const { rows: counted } = await sql<{ count: number }>`select count(*) from (${rows}) as counted`.execute(db);
  return counted[0]?.count ?? 0;
};

const momentOf = ({ createdAt, id }: Cursor) => sql`(${new Date(createdAt)}::timestamptz, ${id})`;
export const after = (place: Cursor): Condition => sql<SqlBool>`(created_at, id) < ${momentOf(place)}`;
const until = (place: Cursor): Condition => sql<SqlBool>`(created_at, id) >= ${momentOf(place)}`;

/** The position after the first `count` entries; `undefined` if there are no more than that. */
export const endOf = async (db: Database, wanted: Wanted, count: number): Promise<Cursor | undefined> => {
  const places = list({ ...wanted, columns: ['created_at', 'id'] }, { limit: 2, offset: count - 1 });
  const { rows } = await sql<Cursor>`${places}`.execute(db);
  return rows.length === 2 ? rows[0] : undefined;
};

/** All entries, or those up to an end, in chunks: each is a separate statement, so that none runs long. */
export async function* piecesOf<Row extends Cursor>(db: Database, wanted: Wanted, size: number, end?: Cursor) {
  const conditions = [...wanted.conditions, ...(end ? [until(end)] : [])];
  for (let last: Row | undefined; ; ) {
    const rest = { ...wanted, conditions: [...conditions, ...(last ? [after(last)] : [])] };
    const { rows } = await sql<Row>`${list(rest, { limit: size })}`.execute(db);
    last = rows.at(-1);
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
  }
}

/** One page by number with the total, or the next one after a cursor. Both report how to continue. */
export const newestFirst = async <Row extends Cursor>(
  { db, answer, services, tenantId, visit }: Context,
  wanted: Wanted,
  { page = 1, page_size: size = defaultPageSize, cursor }: Asked,
): Promise<Row[]> => {
  const url = new URL(visit.originalUrl, services.addresses.tenant(tenantId));
  const offset = cursor === undefined ? (page - 1) * size : 0;
  if (offset > deepest) {
    throw new RequestError('guard.invalid_pagination', { details: `Use a cursor beyond ${deepest} entries.` });
  }
  const conditions = [...wanted.conditions, ...(cursor === undefined ? [] : [after(readCursor(cursor))])];
  const [{ rows }, total] = await Promise.all([
    // One row more than requested tells whether there are more.
    sql<Row>`${list({ ...wanted, conditions }, { limit: size + 1, offset })}`.execute(db),
    cursor === undefined ? countOf(db, wanted) : undefined,
  ]);
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  if (total !== undefined) {
    answer.headers['Total-Number'] = String(total);
    answer.headers.Link = linkHeader(url, { page, size }, Math.max(total, offset + rows.length));
  }
  if (last && rows.length > size) {
    const next = cursorOf(last);
    answer.headers['Next-Cursor'] = next;
    url.searchParams.delete('page');
    url.searchParams.set('cursor', next);
    if (cursor !== undefined) answer.headers.Link = `<${url.href}>; rel="next"`;
  }
  return shown;
};
