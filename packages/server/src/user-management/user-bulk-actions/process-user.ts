// Applies a bulk action to the next user. The user, the progress and the webhook events are one transaction, so that
// every user is changed once even if the process is killed.
import type { BulkAction } from '@tessera/contract/user-bulk-action-kinds';
import { type Selectable, sql } from 'kysely';
import { remainingScopes } from '../../authorization/access/requester.ts';
import { requireMayWrite } from '../../authorization/resources/management-access.ts';
import type { Context } from '../../context.ts';
import { enqueueEvents } from '../../developer-tools/webhooks/enqueue.ts';
import { eventsOfChange, eventTables } from '../../developer-tools/webhooks/events-of-change.ts';
import { type Change, openChange } from '../../infrastructure/database/change.ts';
import { databaseProblem, isPassing } from '../../infrastructure/database/problems.ts';
import type { UserBulkActionsTable } from '../../infrastructure/database/tables.gen.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import type { Services } from '../../services.ts';
import { holdOwner, membersOf, relate } from '../organizations/relations.ts';
import { requireUser } from '../users/find-user.ts';
import { removeUser } from '../users/remove.ts';
import { addRoles } from '../users/roles.ts';
import { suspendUser } from '../users/suspend.ts';

export type BulkActionRow = Selectable<UserBulkActionsTable>;
export type Progress = 'more' | 'over' | 'locked';

type Ctx = Pick<Context, 'actor' | 'caller' | 'db' | 'change' | 'services' | 'tenantId'>;

const apply: Record<BulkAction, (ctx: Ctx, userId: string, row: BulkActionRow) => Promise<unknown>> = {
  suspend: (ctx, userId) => suspendUser(ctx, userId, true),
  reactivate: (ctx, userId) => suspendUser(ctx, userId, false),
  delete: removeUser,
  assignRole: (ctx, userId, { roleId }) => addRoles(ctx, userId, [roleId ?? '']),
  addToOrganization: async (ctx, userId, { organizationId }) => {
    await requireUser(ctx, userId);
    await holdOwner(ctx, 'organizations', organizationId ?? '');
    await relate(ctx, membersOf(organizationId ?? ''), [userId]);
  },
};

/** As if each user were changed individually. */
const operations: Record<BulkAction, string> = {
  suspend: 'user.suspension-updated',
  reactivate: 'user.suspension-updated',
  delete: 'user.deleted',
  assignRole: 'user.roles-added',
  addToOrganization: 'organization.users-added',
};

const neededScope = (action: BulkAction) => (action === 'delete' ? 'delete:data' : 'write:data');

const openFor = async (services: Services, row: BulkActionRow) => {
  const { tenantId } = row;
  const enabled = await services.enabledWebhooks.of(tenantId);
  const caller = { scopes: await remainingScopes(services, row) };
  const actor = { type: row.actorType as 'user' | 'application' | 'system', id: row.actorId };
  const change = openChange({
    db: services.databases.of(tenantId),
    tenantId,
    invalidation: services.invalidation,
    actor: () => actor,
    operation: operations[row.action],
    // Identifies the users of one bulk action.
    requestId: `user-bulk-action/${row.id}`,
    allow: (...written) => requireMayWrite({ services, tenantId, caller }, ...written),
  });
  if (enabled.length > 0) {
    change.onBeforeCommit(eventTables, (written) => {
      // Derived from the rows, because there is no response to send.
      const events = eventsOfChange('account', operations[row.action], written).map(({ event, facts }) => ({
        event,
        facts: () => ({ ...(facts as object), userBulkActionId: row.id }),
      }));
      return enqueueEvents({ services, tenantId, change }, enabled, events);
    });
  }
  return { change, actor, caller };
};

const lock = async (change: Change, actionId: string) => {
  const tx = await change.transaction();
  return tx
    .selectFrom('userBulkActions')
    .select('id')
    .where('id', '=', actionId)
    .where('status', '=', 'running')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
};

const isRunning = async ({ databases }: Services, { tenantId, id }: BulkActionRow) => {
  const running = databases.of(tenantId).selectFrom('userBulkActions').select('id').where('id', '=', id);
  return (await running.where('status', '=', 'running').executeTakeFirst()) !== undefined;
};

const nextUser = async (change: Change, actionId: string) => {
  const tx = await change.transaction();
  const next = tx
    .selectFrom('userBulkActionUsers')
    .select('userId')
    .where('actionId', '=', actionId)
    .where('code', 'is', null)
    .orderBy('userId')
    .limit(1);
  return (await next.executeTakeFirst())?.userId;
};

/** A rejection of this user; other errors are retried. */
const rejectionOf = (error: unknown): RequestError | undefined => {
  if (isPassing(error)) return undefined;
  return error instanceof RequestError ? error : databaseProblem(error);
};

const noteRejection = async (services: Services, row: BulkActionRow, userId: string, code: string) => {
  const { change } = await openFor(services, row);
  try {
    if (await lock(change, row.id)) {
      await change.touch('userBulkActionUsers', { actionId: row.id, userId }, { code });
      await change.touch('userBulkActions', { id: row.id }, { failedCount: sql`failed_count + 1` as never });
    }
    await change.commit();
  } catch (error) {
    await change.rollback();
    throw error;
  }
};

export const processNextUser = async (services: Services, row: BulkActionRow): Promise<Progress> => {
  const { tenantId, id } = row;
  const { change, actor, caller } = await openFor(services, row);
  let userId: string | undefined;
  try {
    if (!(await lock(change, id))) {
      await change.rollback();
      return (await isRunning(services, row)) ? 'locked' : 'over';
    }
    const isAllowed = caller.scopes.has(neededScope(row.action));
    userId = isAllowed ? await nextUser(change, id) : undefined;
    const tx = await change.transaction();
    if (userId === undefined) {
      const status = isAllowed ? 'finished' : 'cancelled';
      await change.touch('userBulkActions', { id }, { status, finishedAt: services.clock.now() });
      await change.commit();
      return 'over';
    }
    // Reads use the transaction as well: its connection must not wait for a second one.
    await apply[row.action]({ services, tenantId, change, db: tx, actor, caller }, userId, row);
    await tx.deleteFrom('userBulkActionUsers').where('actionId', '=', id).where('userId', '=', userId).execute();
    await change.touch('userBulkActions', { id }, { doneCount: sql`done_count + 1` as never });
    await change.commit();
  } catch (error) {
    await change.rollback();
    const rejection = rejectionOf(error);
    if (userId === undefined || !rejection) throw error;
    await noteRejection(services, row, userId, rejection.code);
  }
  return 'more';
};
