// The recurring job that deletes users 30 days after their deactivation, where the connector is set so. One transaction
// per user, so that a failure affects no other.
import { sql } from 'kysely';
import { openChange } from '../../infrastructure/database/change.ts';
import type { JobKind } from '../../infrastructure/jobs/job.ts';
import { createTenantsJob } from '../../platform/tenants/tenants-job.ts';
import type { Services } from '../../services.ts';
import { deleteUser } from '../users/remove.ts';
import { enqueueForChange } from './webhook-events.ts';

export const scimDeletionsJob = 'scim-deletions';

const usersPerTenant = 500;

const operation = 'scim-user.deleted';
const actor = { type: 'system', id: null } as const;

/** A user who was linked existed before, and one whose suspension was lifted is in use, so both stay. */
const due = sql`scim_users as one
    join users on users.id = one.user_id
    join scim_settings as settings on settings.sso_connector_id = one.sso_connector_id
    where settings.deactivation = 'delete' and not one.active and not one.is_linked and users.is_suspended
      and one.deactivated_at < now() - interval '30 days'`;

/** The next users to delete. */
const dueUsers = async ({ databases }: Services, tenantId: string): Promise<string[]> => {
  const { rows } = await sql<{ userId: string }>`
    select one.user_id from ${due}
    order by one.deactivated_at limit ${sql.lit(usersPerTenant)}`.execute(databases.of(tenantId));
  return rows.map(({ userId }) => userId);
};

const deleteOne = async (services: Services, tenantId: string, userId: string) => {
  const { databases, invalidation } = services;
  const change = openChange({
    ...{ db: databases.of(tenantId), tenantId, invalidation, operation },
    actor: () => actor,
    requestId: `${scimDeletionsJob}/${userId}`,
  });
  try {
    await enqueueForChange(services, tenantId, change, operation);
    const tx = await change.transaction();
    // Everything may have changed in the meantime.
    const { rows } = await sql`select one.user_id from ${due} and one.user_id = ${userId}
      for update of users, one`.execute(tx);
    if (rows.length > 0) await deleteUser({ services, tenantId, change, db: tx, actor }, userId);
    await change.commit();
  } catch (error) {
    await change.rollback();
    throw error;
  }
};

const deleteDue = async (services: Services, tenantId: string) => {
  for (const userId of await dueUsers(services, tenantId)) {
    await deleteOne(services, tenantId, userId).catch((error: Error) =>
      services.log.warn({ tenantId, userId, error: error.message }, 'a deactivated user could not be deleted'),
    );
  }
};

export const createScimDeletionsJob = (services: Services): JobKind =>
  createTenantsJob(services, {
    everyMs: 60 * 60_000,
    leaseMs: 300_000,
    sliceMs: 5_000,
    work: ({ id }) => deleteDue(services, id),
    failure: 'deactivated users of a tenant could not be deleted',
  });
