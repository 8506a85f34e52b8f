// Reading a log table newest first, the same for any number of rows: a page is read from an index that has its order, and
// the total is counted only as far as people page.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../database/tenant-database.ts';
import type { Context } from '../http/context.ts';
import { countLimit, defaultPageSize, linkHeader } from '../http/paging.ts';
import { RequestError } from '../http/request-error.ts';
import { type Cursor, cursorOf, readCursor } from './cursor.ts';

type Condition = RawBuilder<SqlBool>;
/**
 * What is asked for. `only` names the one value of a column that narrows most, `oneOf` several values of another; both have
 * an index in the order of the list.
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

/** Beyond this, rows would be counted off one by one to find the page. */
const deepest = 20_000;
const newest = sql`created_at desc, id desc`;

/**
 * Equality, said in a way that lets the order begin with the column. Only its own index has that order: the database cannot
 * decide to walk through the whole log instead because it believes that almost every row is wanted.
 */
const pinned = (column: string, value: RawBuilder<unknown>) => ({
  condition: sql<SqlBool>`${sql.ref(column)} >= ${value} and ${sql.ref(column)} <= ${value}`,
  order: sql`order by ${sql.ref(column)}, ${newest}`,
});

type Part = { limit: number; offset?: number /** Whichever come first: enough to count them. */; anyOrder?: true };

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
  // The newest of each value, and of those the newest: no value that is rare makes the reader go through all the others.
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

/** Where the first `count` entries end; `undefined` if there are no more than that. */
export const endOf = async (db: Database, wanted: Wanted, count: number): Promise<Cursor | undefined> => {
  const places = list({ ...wanted, columns: ['created_at', 'id'] }, { limit: 2, offset: count - 1 });
  const { rows } = await sql<Cursor>`${places}`.execute(db);
  return rows.length === 2 ? rows[0] : undefined;
};

/** All of them, or those down to an end, in pieces: each is a statement of its own, so that nobody is held up meanwhile. */
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

/** One page by number, with the total, or the next one after a cursor. Either says how to go on. */
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
    // One more than asked for tells whether there are more.
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
