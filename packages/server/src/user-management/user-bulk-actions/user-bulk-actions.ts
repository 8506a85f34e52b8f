// Bulk action handlers. The actions themselves run as a job, see bulk-action-job.ts.
import type { ErrorCode } from '@tessera/contract/errors';
import type { Received } from '@tessera/contract/kit';
import { type UserBulkAction, userBulkActions } from '@tessera/contract/user-bulk-actions';
import { errorMessage } from '@tessera/phrases/errors';
import { sql } from 'kysely';
import { requesterOf } from '../../authorization/access/requester.ts';
import { requireMayWrite } from '../../authorization/resources/management-access.ts';
import { requireRoles } from '../../authorization/roles/find-role.ts';
import type { Context } from '../../context.ts';
import { lockUntilCommit } from '../../infrastructure/database/lock.ts';
import { notFound, RequestError } from '../../infrastructure/http/request-error.ts';
import { enqueue } from '../../infrastructure/jobs/enqueue.ts';
import { random } from '../../random.ts';
import { serve } from '../../serve.ts';
import { findOrganization } from '../organizations/find-organization.ts';
import { userBulkActionJob } from './bulk-action-job.ts';
import type { BulkActionRow } from './process-user.ts';
import { affectedBy, invalid, selectUsers } from './selection.ts';

const mostRunning = 5;
const userNames = ['name', 'username', 'primaryEmail', 'primaryPhone', 'avatar', 'isSuspended'] as const;

type Body = Received<(typeof userBulkActions)['operations']['create']>['body'];

const shown = (row: BulkActionRow): UserBulkAction => row as unknown as UserBulkAction;

const find = async ({ db }: Context, id: string): Promise<BulkActionRow> => {
  const row = await db.selectFrom('userBulkActions').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound(id);
  return row;
};

/** The same permissions as for a single user. */
const requireAllowed = async (ctx: Context, { action, roleId, organizationId }: Body) => {
  if ((action === 'assignRole') !== (roleId !== undefined)) throw invalid('roleId is for assignRole');
  if ((action === 'addToOrganization') !== (organizationId !== undefined)) {
    throw invalid('organizationId is for addToOrganization');
  }
  if (action === 'delete' && !ctx.caller.scopes.has('delete:data')) throw new RequestError('auth.permission_missing');
  if (organizationId !== undefined) await findOrganization(ctx, organizationId);
  if (roleId === undefined) return;
  await requireRoles(ctx, [roleId], 'User');
  await requireMayWrite(ctx, await ctx.change.transaction(), 'usersRoles', [{ roleId }], 'written');
};

/** The second of two concurrent requests counts the first. */
const requireFree = async ({ change, tenantId }: Context) => {
  const tx = await change.transaction();
  await lockUntilCommit(tx, 'quota', tenantId, 'user-bulk-actions');
  const running = tx.selectFrom('userBulkActions').select('id').where('status', '=', 'running').limit(mostRunning);
  if ((await running.execute()).length >= mostRunning) throw new RequestError('user_bulk_action.limit_reached');
};

export default serve(userBulkActions, {
  list: async (ctx) => {
    const all = ctx.db.selectFrom('userBulkActions').selectAll();
    return (await ctx.page(all.orderBy('createdAt', 'desc').orderBy('id'))).map(shown);
  },

  create: async (ctx, { body }) => {
    const { action, roleId, organizationId } = body;
    // Before the transaction: it must not wait for a second connection.
    const userIds = await selectUsers(ctx, body);
    if (userIds.length === 0) throw new RequestError('user_bulk_action.no_users');
    await requireAllowed(ctx, body);
    await requireFree(ctx);
    const row = await ctx.change.insert('userBulkActions', {
      id: random.id(),
      ...{ action, roleId: roleId ?? null, organizationId: organizationId ?? null },
      ...{ status: 'running', userCount: userIds.length },
      ...requesterOf(ctx),
    });
    const tx = await ctx.change.transaction();
    await sql`insert into user_bulk_action_users (action_id, user_id)
      select ${row.id}, unnest(${userIds}::text[])`.execute(tx);
    await enqueue(tx, ctx.tenantId, [{ kind: userBulkActionJob, key: row.id }]);
    return shown(row);
  },

  preview: async (ctx, { body }) => affectedBy(ctx, await selectUsers(ctx, body)),

  get: async (ctx, { params }) => shown(await find(ctx, params.actionId)),

  listProblems: async (ctx, { params: { actionId } }) => {
    await find(ctx, actionId);
    const failed = ctx.db.selectFrom('userBulkActionUsers').select(['userId', 'code']).orderBy('userId');
    const rows = await ctx.page(failed.where('actionId', '=', actionId).where('code', 'is not', null));
    const ids = rows.map(({ userId }) => userId);
    const named = ctx.db.selectFrom('users').select(['id', ...userNames]);
    const users = ids.length === 0 ? [] : await named.where('id', 'in', ids).execute();
    return rows.map(({ userId, code }) => ({
      userId,
      user: users.find(({ id }) => id === userId) ?? null,
      code: code ?? '',
      message: errorMessage(code as ErrorCode, ctx.visit.languages),
    }));
  },

  cancel: async (ctx, { params: { actionId } }) => {
    const row = await ctx.change.update('userBulkActions', { id: actionId }, ({ status }) => {
      if (status !== 'running') throw new RequestError('user_bulk_action.wrong_status');
      return { status: 'cancelled' as const, finishedAt: ctx.services.clock.now() };
    });
    if (!row) throw notFound(actionId);
    const tx = await ctx.change.transaction();
    await tx.deleteFrom('userBulkActionUsers').where('actionId', '=', actionId).where('code', 'is', null).execute();
    return shown(row);
  },
});
