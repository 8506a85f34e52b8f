// The recurring job that deletes applications that registered themselves, and that no one has used within a week. They
// would otherwise fill the limit of the tenant.
import { sql } from 'kysely';
import { openChange } from '../../infrastructure/database/change.ts';
import type { JobKind } from '../../infrastructure/jobs/job.ts';
import { createTenantsJob } from '../../platform/tenants/tenants-job.ts';
import type { Services } from '../../services.ts';

export const unusedApplicationsJob = 'unused-applications';

const mostPerTransaction = 100;

type Parts = Pick<Services, 'databases' | 'invalidation' | 'log'>;

/** Returns their number. Locked, so that a first use at the same time comes before or after. */
const deleteSome = async ({ databases, invalidation }: Parts, tenantId: string): Promise<number> => {
  const change = openChange({
    ...{ db: databases.of(tenantId), tenantId, invalidation, operation: 'application.deleted' },
    actor: () => ({ type: 'system', id: null }),
    requestId: unusedApplicationsJob,
  });
  try {
    const tx = await change.transaction();
    const rows = await tx
      .selectFrom('applications')
      .select('id')
      .where('isSelfRegistered', '=', true)
      .where('usedAt', 'is', null)
      .where('createdAt', '<', sql<number>`now() - interval '7 days'`)
      .orderBy('createdAt')
      .limit(mostPerTransaction)
      .forUpdate()
      .skipLocked()
      .execute();
    const ids = rows.map(({ id }) => id);
    await change.removeAll('applications', {}, 'id', ids);
    await change.commit();
    return ids.length;
  } catch (error) {
    await change.rollback();
    throw error;
  }
};

const deleteUnused = async (parts: Parts, tenantId: string, until: number) => {
  while ((await deleteSome(parts, tenantId)) === mostPerTransaction && performance.now() < until);
};

export const createUnusedApplicationsJob = (parts: Parts): JobKind =>
  createTenantsJob(parts, {
    everyMs: 60 * 60_000,
    leaseMs: 300_000,
    sliceMs: 5_000,
    work: ({ id }, { until }) => deleteUnused(parts, id, until),
    failure: 'unused applications of a tenant could not be deleted',
  });
