// Paging of lists: limits, totals and links. The total of a whole list comes from the tenant's counters, that of a
// filtered one is counted only up to a limit: a million rows cost no more than ten.
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Tables } from '../database/tables.gen.ts';
import type { Database } from '../database/tenant-database.ts';
import { RequestError } from './request-error.ts';

export const countLimit = 10_000;
/** The planner's estimate is right within a factor, not to the row. */
const surelyMore = 5 * countLimit;
export const defaultPageSize = 20;
/** A list that may be read without paging has to fit into memory. */
export const mostUnpaged = 10_000;
/** The database reads every row before a page. */
export const mostSkipped = 10_000_000;

export type PageRequest = { page: number; size: number } | undefined;

const positive = (value: unknown, fallback: number, most: number): number => {
  if (value === undefined) return fallback;
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= 1 && number <= most)) throw new RequestError('guard.invalid_pagination');
  return number;
};

export const readPage = (query: Record<string, unknown>, paged: 'always' | 'optional'): PageRequest => {
  const wanted = query.page !== undefined || query.page_size !== undefined;
  if (!wanted && paged === 'optional') return undefined;
  const asked = {
    page: positive(query.page, 1, 1_000_000_000),
    size: positive(query.page_size, defaultPageSize, 100),
  };
  if ((asked.page - 1) * asked.size > mostSkipped) {
    throw new RequestError('guard.invalid_pagination', { details: `Pages begin within ${mostSkipped} entries.` });
  }
  return asked;
};

export const linkHeader = (url: URL, { page, size }: { page: number; size: number }, total: number): string => {
  const last = Math.max(1, Math.ceil(total / size));
  // Parameters of a URL would parse it again at every change.
  const parameters = new URLSearchParams(url.search);
  parameters.set('page', '');
  parameters.set('page_size', String(size));
  const to = (rel: string, number: number) => {
    parameters.set('page', String(number));
    return `<${url.origin}${url.pathname}?${parameters}>; rel="${rel}"`;
  };
  return [
    to('first', 1),
    ...(page > 1 ? [to('prev', page - 1)] : []),
    ...(page < last ? [to('next', page + 1)] : []),
    to('last', last),
  ].join(', ');
};

/**
 * `counter` names the counter of the whole list. `isNarrowed` is for large lists filtered by a search: if it matches
 * nearly everything, nothing is counted.
 */
type Totals = { counter?: string; isNarrowed?: boolean };

export type Slice = { offset: number; limit: number };
export type Page = {
  <T extends keyof Tables, O>(query: SelectQueryBuilder<Tables, T, O>, totals?: Totals): Promise<O[]>;
  /** For a list in an order that no single query provides. */
  slice: <O>(load: (slice: Slice, db: Database) => Promise<{ rows: O[]; total: number }>) => Promise<O[]>;
};

type Rows<T extends keyof Tables> = SelectQueryBuilder<Tables, T, { one: number }>;

/** The number of rows according to the trigger-maintained counter. */
const keptTotal = (counter: string) =>
  sql<number>`(select coalesce(sum(count), 0)::bigint from tenant_counters where entity = ${counter})`;
const countedTotal = <T extends keyof Tables>(all: Rows<T>) =>
  sql<number>`(select count(*) from ${all.limit(countLimit + 1)} as counted)`;

/** The total as a column of the page: a second statement would cost more than the page itself. */
const totalColumn = <T extends keyof Tables>(all: Rows<T>, { counter, isNarrowed }: Totals) => {
  if (counter === undefined) return countedTotal(all);
  if (!isNarrowed) return keptTotal(counter);
  return sql<number | null>`case when ${keptTotal(counter)} <= ${sql.lit(surelyMore)} then ${countedTotal(all)} end`;
};

/** The planner's estimate, from its statistics without reading rows. */
const expectedRows = async <T extends keyof Tables>(db: Database, all: Rows<T>): Promise<number> => {
  const [answer = {}] = (await sql<object>`explain (format json) ${all}`.execute(db)).rows;
  const [{ Plan: plan }] = Object.values(answer)[0] as [{ Plan: { 'Plan Rows': number } }];
  return plan['Plan Rows'];
};

/** The total in a separate statement. */
const askTotal = async <T extends keyof Tables>(db: Database, all: Rows<T>, { counter, isNarrowed }: Totals) => {
  if (counter !== undefined && !isNarrowed) return countedRows(db, counter);
  if (isNarrowed && (await expectedRows(db, all)) > surelyMore) return countLimit + 1;
  const { rows } = await sql<{ count: number }>`select ${countedTotal(all)} as count`.execute(db);
  return rows[0]?.count ?? 0;
};

/** Counts rows up to a limit, unless the planner expects many more. `estimate`: conditions the planner can estimate. */
export const cappedCount = async <T extends keyof Tables>(
  db: Database,
  all: Rows<T>,
  limit: number,
  estimate: Rows<T>,
): Promise<number> => {
  if ((await expectedRows(db, estimate)) > 5 * limit) return limit + 1;
  const counted = sql<{ count: number }>`select count(*) from ${all.limit(limit + 1)} as counted`;
  return (await counted.execute(db)).rows[0]?.count ?? 0;
};

/** Runs a list query for the asked page. */
export const pager = (options: {
  /** Runs the statements of a list on a connection of the tenant. */
  run: <T>(work: (db: Database) => Promise<T>) => Promise<T>;
  /** Whether each statement has a time limit, so that page and total must be separate. */
  isLimited: () => boolean;
  /** Parsed lazily, so unauthenticated callers get 401 rather than a validation error. */
  request: () => PageRequest;
  url: () => URL;
  headers: Record<string, string>;
}): Page => {
  const tell = (request: NonNullable<PageRequest>, total: number) => {
    options.headers['Total-Number'] = String(total);
    options.headers.Link = linkHeader(options.url(), request, total);
  };
  const paged = async <T extends keyof Tables, O>(query: SelectQueryBuilder<Tables, T, O>, totals: Totals = {}) => {
    const request = options.request();
    if (!request) {
      const { rows } = await options.run((db) => db.executeQuery(query.limit(mostUnpaged + 1)));
      if (rows.length <= mostUnpaged) return rows;
      const details = `The list has more than ${mostUnpaged} entries. Ask for pages with page and page_size.`;
      throw new RequestError('guard.invalid_pagination', { details });
    }
    const { page, size } = request;
    const before = (page - 1) * size;
    const all = query.clearSelect().clearOrderBy().select(sql<number>`1`.as('one'));
    const column = options.isLimited() ? sql<null>`null` : totalColumn(all, totals);
    const asked = query.limit(size).offset(before).select(column.as('totalRows'));
    const { rows } = await options.run((db) => db.executeQuery(asked));
    const isLast = rows.length < size && (rows.length > 0 || page === 1);
    const total =
      rows[0]?.totalRows ?? (isLast ? before + rows.length : await options.run((db) => askTotal(db, all, totals)));
    tell(request, total);
    for (const row of rows as { totalRows?: unknown }[]) delete row.totalRows;
    return rows;
  };
  const slice: Page['slice'] = async (load) => {
    const request = options.request() ?? { page: 1, size: defaultPageSize };
    const wanted = { offset: (request.page - 1) * request.size, limit: request.size };
    const { rows, total } = await options.run((db) => load(wanted, db));
    tell(request, total);
    return rows;
  };
  return Object.assign(paged, { slice });
};

export const countedRows = async (db: Database, counter: string): Promise<number> => {
  const { rows } = await sql<{ total: number }>`select ${keptTotal(counter)} as total`.execute(db);
  return rows[0]?.total ?? 0;
};
