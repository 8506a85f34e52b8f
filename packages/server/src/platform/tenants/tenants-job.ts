// Recurring jobs that work on all tenants by ID, a slice of them per run: another node continues if this one dies. A tenant
// that fails is logged and does not hold up those after it.
import type { Databases } from '../../infrastructure/database/tenant-database.ts';
import { adminTenant } from '../../infrastructure/http/resolve-request.ts';
import { done, type JobKind } from '../../infrastructure/jobs/job.ts';
import type { Log } from '../../log.ts';

export type Tenant = { id: string; planId: string };

type TenantsJob = {
  everyMs: number;
  leaseMs: number;
  sliceMs: number;
  /** Work for the whole installation, once per pass. */
  begin?: () => Promise<void>;
  /** `until`: when the slice ends. */
  work: (tenant: Tenant, slice: { until: number; signal: AbortSignal }) => Promise<unknown>;
  /** Logged with the tenant whose work failed. */
  failure: string;
};

const tenantsPerSlice = 200;

const tenantsAfter = (databases: Databases, after = ''): Promise<Tenant[]> =>
  databases
    .of(adminTenant)
    .selectFrom('tenants')
    .select(['id', 'planId'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(tenantsPerSlice)
    .execute();

export const createTenantsJob = (
  { databases, log }: { databases: Databases; log: Log },
  { everyMs, leaseMs, sliceMs, begin, work, failure }: TenantsJob,
): JobKind => ({
  everyMs,
  leaseMs,
  concurrency: { perKey: 1, perTenant: 1, perNode: 1 },
  run: async ({ payload }, signal) => {
    const until = performance.now() + sliceMs;
    const after = payload.after as string | undefined;
    if (after === undefined) await begin?.();
    const tenants = await tenantsAfter(databases, after);
    for (const tenant of tenants) {
      await work(tenant, { until, signal }).catch((error: Error) => {
        // The node is stopping: another one repeats the slice.
        if (signal.aborted) throw error;
        log.error({ tenantId: tenant.id, error: error.message }, failure);
      });
      if (performance.now() >= until || signal.aborted) return { type: 'continue', payload: { after: tenant.id } };
    }
    const last = tenants.at(-1);
    return last && tenants.length === tenantsPerSlice ? { type: 'continue', payload: { after: last.id } } : done;
  },
});
