// The users of a bulk action, and what belongs to them.
import type { Received } from '@tessera/contract/kit';
import { maxBulkUsers } from '@tessera/contract/user-bulk-action-kinds';
import type { userBulkActions } from '@tessera/contract/user-bulk-actions';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { filterConditions } from '../users/filters.ts';
import { findRanked } from '../users/ranked-search.ts';

type Selection = Received<(typeof userBulkActions)['operations']['preview']>['body'];

export const invalid = (details: string) => new RequestError('request.invalid_input', { details });

/** Selects one more than allowed, to notice it. */
const matching = async ({ db }: Context, filter: NonNullable<Selection['filter']>): Promise<string[]> => {
  const conditions = filterConditions(filter);
  const keyword = filter.q?.trim();
  const limit = maxBulkUsers + 1;
  if (keyword) return (await findRanked(db, keyword, conditions, { offset: 0, limit })).ids;
  const users = db.selectFrom('users').select('id').orderBy('createdAt', 'desc').orderBy('id').limit(limit);
  return (await users.where(({ and }) => and(conditions)).execute()).map(({ id }) => id);
};

export const selectUsers = async (ctx: Context, { userIds, filter }: Selection): Promise<string[]> => {
  if ((userIds === undefined) === (filter === undefined)) throw invalid('userIds or filter');
  const ids = filter ? await matching(ctx, filter) : [...new Set(userIds)];
  if (ids.length > maxBulkUsers) throw new RequestError('user_bulk_action.too_many_users');
  return ids;
};

type Affected = {
  userCount: number;
  sessionCount: number;
  roleCount: number;
  organizationCount: number;
  tokenCount: number;
};

export const affectedBy = async ({ db }: Context, userIds: string[]): Promise<Affected> => {
  const of = (table: string, column = 'user_id') =>
    sql`(select count(*)::int from ${sql.table(table)} where ${sql.ref(column)} = any (${userIds}::text[]))`;
  const { rows } = await sql<Affected>`select ${of('users', 'id')} as "userCount",
    ${of('users_roles')} as "roleCount", ${of('organization_users')} as "organizationCount",
    ${of('personal_access_tokens')} as "tokenCount",
    (select count(*)::int from oidc_model_instances where model_name = 'Session' and consumed_at is null
      and expires_at > now() and account_id = any (${userIds}::text[])) as "sessionCount"`.execute(db);
  return rows[0] as Affected;
};
