// The user list: filtered, searched by the search syntax, or ranked by a keyword.
import type { ListedUser } from '@tessera/contract/users';
import { sql } from 'kysely';
import type { Factor } from '../../authentication/mfa/factors.ts';
import type { Context } from '../../context.ts';
import { type Database, runIn, type Statement } from '../../infrastructure/database/tenant-database.ts';
import { countedRows, type Slice } from '../../infrastructure/http/paging.ts';
import { excludedHolders } from '../../infrastructure/search/excluded.ts';
import { searchCondition } from '../../infrastructure/search/search.ts';
import { filterConditions, type UserQuery } from './filters.ts';
import { asUser, userColumns, userFields, userKeys } from './find-user.ts';
import { findRanked } from './ranked-search.ts';

const selected = (db: Database) =>
  db
    .selectFrom('users')
    .select([...userColumns, sql<boolean>`password_encrypted is not null`.as('hasPassword'), 'mfaFactors']);
type Row = Awaited<ReturnType<ReturnType<typeof selected>['execute']>>[number];

const asListed = ({ mfaFactors, hasPassword, ...row }: Row): ListedUser => ({
  ...asUser(row),
  hasPassword,
  mfaFactors: mfaFactors as Factor['type'][],
});

type Direction = 'asc' | 'desc';
const reverse = (direction: Direction) => (direction === 'desc' ? 'asc' : 'desc');

const snakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const columnNames = userColumns.map(snakeCase).join(', ');
/** Its plan is kept only without parameters, and planning takes longer than reading. */
const firstPage = (direction: Direction, limit: number): Statement => {
  const order = `created_at ${direction}, id ${reverse(direction)}`;
  return {
    name: `users-${direction}-${limit}`,
    text: `select ${columnNames}, mfa_factors, password_encrypted is not null as has_password,
      (select coalesce(sum(count), 0)::bigint from tenant_counters where entity = 'users') as total
    from users where id = any(array(select id from users order by ${order} limit ${limit})) order by ${order}`,
  };
};
/** Each of them keeps a statement on every connection. */
const preparedSizes = [10, 20, 50, 100];

/** The IDs of a page of all users, read from the nearer end with an index-only scan. */
const pageOfAll = async (db: Database, { offset, limit }: Slice, direction: Direction) => {
  const total = await countedRows(db, 'users');
  const isFromEnd = offset > total / 2;
  const read = isFromEnd ? reverse(direction) : direction;
  const end = Math.min(offset + limit, total);
  const rows = await db
    .selectFrom('users')
    .select('id')
    .orderBy('createdAt', read)
    // The index has both columns in one order, so reverse both.
    .orderBy('id', reverse(read))
    .offset(isFromEnd ? total - end : offset)
    .limit(isFromEnd ? Math.max(0, end - offset) : limit)
    .execute();
  const ids = rows.map(({ id }) => id);
  return { ids: isFromEnd ? ids.toReversed() : ids, total };
};

const withRows = async (db: Database, { ids, total }: { ids: string[]; total: number }) => {
  const rows = ids.length === 0 ? [] : await selected(db).where('id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, asListed(row)]));
  return { rows: ids.flatMap((id) => byId.get(id) ?? []), total };
};

const listAll = async (db: Database, slice: Slice, direction: Direction) => {
  if (slice.offset === 0 && preparedSizes.includes(slice.limit)) {
    const rows = await runIn(db)<Row & { total: number }>(firstPage(direction, slice.limit), []);
    return { rows: rows.map(({ total: _, ...row }) => asListed(row)), total: rows[0]?.total ?? 0 };
  }
  return withRows(db, await pageOfAll(db, slice, direction));
};

export const listUsers = async ({ db, page }: Context, query: UserQuery): Promise<ListedUser[]> => {
  const { q, sort = '-createdAt' } = query;
  const direction = sort === 'createdAt' ? 'asc' : 'desc';
  const searched = searchCondition(query, userFields, userKeys);
  const conditions = [...excludedHolders('users', query), ...filterConditions(query), ...(searched ? [searched] : [])];
  const keyword = q?.trim();
  if (keyword)
    return page.slice(async (slice, own) => withRows(own, await findRanked(own, keyword, conditions, slice)));
  if (conditions.length === 0) return page.slice((slice, own) => listAll(own, slice, direction));
  const narrowed = selected(db)
    .where(({ and }) => and(conditions))
    .orderBy('createdAt', direction)
    .orderBy('id', reverse(direction));
  return (await page(narrowed, { counter: 'users', isNarrowed: true })).map(asListed);
};
