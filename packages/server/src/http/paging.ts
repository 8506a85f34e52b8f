// Pages of a list: limits, the total, and links to the other pages. Totals are counted only as far as people read;
// beyond that they come from the tenant's counters, so that a million rows cost no more than ten.
import type { SelectQueryBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Tables } from '../database/tables.gen.ts';
import type { Database } from '../database/tenant-database.ts';
import { RequestError } from './request-error.ts';

export const countLimit = 10_000;
/** What the planner expects is right by a factor, not to the row. */
const surelyMore = 5 * countLimit;
export const defaultPageSize = 20;

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
  return {
    page: positive(query.page, 1, 1_000_000_000),
    size: positive(query.page_size, defaultPageSize, 100),
  };
};

export const linkHeader = (url: URL, { page, size }: { page: number; size: number }, total: number): string => {
  const last = Math.max(1, Math.ceil(total / size));
  const to = (rel: string, number: number) => {
    const target = new URL(url);
    target.searchParams.set('page', String(number));
    target.searchParams.set('page_size', String(size));
    return `<${target.href}>; rel="${rel}"`;
  };
  return [
    to('first', 1),
    ...(page > 1 ? [to('prev', page - 1)] : []),
    ...(page < last ? [to('next', page + 1)] : []),
    to('last', last),
  ].join(', ');
};

type Totals = { counter?: string; estimated?: boolean };

export type Page = <T extends keyof Tables, O>(
  query: SelectQueryBuilder<Tables, T, O>,
  totals?: Totals,
) => Promise<O[]>;

/** How many rows the planner expects. Its statistics know what is frequent, and do not look at a single row. */
const expectedRows = async <T extends keyof Tables, O>(query: SelectQueryBuilder<Tables, T, O>): Promise<number> => {
  const [answer = {}] = await query.explain('json');
  const [{ Plan: plan }] = Object.values(answer)[0] as [{ Plan: { 'Plan Rows': number } }];
  return plan['Plan Rows'];
};

/**
 * Runs a list query for the asked page. `counter` names the counter of the whole list, when nothing narrows it;
 * `estimated` is for lists of many rows that are narrowed by what somebody types: where it narrows hardly, nothing is
 * counted.
 */
export const pager = (options: {
  db: Database;
  /** Read when the list is, so that nobody learns about their request before they are let in. */
  request: () => PageRequest;
  url: () => URL;
  headers: Record<string, string>;
}): Page => {
  const { db } = options;
  return async (query, totals = {}) => {
    const request = options.request();
    if (!request) return query.execute();
    const all = query.clearSelect().clearOrderBy().select(sql<number>`1`.as('one'));
    const [rows, total] = await Promise.all([
      query
        .limit(request.size)
        .offset((request.page - 1) * request.size)
        .execute(),
      totalOf(db, all, totals),
    ]);
    options.headers['Total-Number'] = String(total);
    options.headers.Link = linkHeader(options.url(), request, total);
    return rows;
  };
};

const totalOf = async <T extends keyof Tables, O>(
  db: Database,
  all: SelectQueryBuilder<Tables, T, O>,
  { counter, estimated }: Totals,
): Promise<number> => {
  const kept = counter === undefined ? 0 : await countedRows(db, counter);
  if (kept > countLimit) return kept;
  if (estimated && (await expectedRows(all)) > surelyMore) return countLimit + 1;
  const { count } = await db
    .selectFrom(all.limit(countLimit + 1).as('counted'))
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

/** How many rows there are by the counter that triggers keep. */
export const countedRows = async (db: Database, entity: string): Promise<number> => {
  const row = await db
    .selectFrom('tenantCounters')
    .select(sql<number>`coalesce(sum(count), 0)::bigint`.as('total'))
    .where('entity', '=', entity)
    .executeTakeFirstOrThrow();
  return row.total;
};
