// The recurring job that deletes expired rows and creates the next months' log partitions. A pass covers the tenants
// slice by slice: each slice is a run of the job, and another node continues if this one dies.
import { sql } from 'kysely';
import { removeUnusedUploads } from '../../authentication/custom-ui/unused-uploads.ts';
import { dropOldPartitions, forgetLogs } from '../../developer-tools/audit-logs/delete-old-logs.ts';
import { tenantsAfter } from '../../platform/tenants/walk.ts';
import type { Services } from '../../services.ts';
import { removeUnusedPictures } from '../../user-management/user-assets/unused-pictures.ts';
import { adminTenant, isAdminTenant } from '../http/resolve-request.ts';
import { done, type JobKind } from '../jobs/job.ts';
import { deleteExpired } from './delete-expired.ts';

export const housekeepingJob = 'housekeeping';

const everyMs = 10 * 60_000;
const sliceMs = 2_000;
const tenantsPerSlice = 200;

type Options = Pick<Services, 'databases' | 'settings' | 'files' | 'clock'>;

/** Work for the whole installation, once per pass. */
const cleanInstallation = async (parts: Options) => {
  const db = parts.databases.of(adminTenant);
  await sql`select ensure_log_partitions(current_date, 3)`.execute(db);
  await sql`delete from rate_limits where expire < extract(epoch from now()) * 1000`.execute(db);
  await dropOldPartitions(parts);
};

const cleanTenant = async (parts: Options, tenant: { id: string; planId: string }, until: number) => {
  const { databases, files } = parts;
  while (!(await deleteExpired(databases, tenant.id)) && performance.now() < until);
  const hasUnusedFiles = await removeUnusedUploads(databases.of(tenant.id));
  if (isAdminTenant(tenant.id)) await removeUnusedPictures(databases.of(tenant.id));
  if (hasUnusedFiles || isAdminTenant(tenant.id)) await files.removeUnused(tenant.id);
  await forgetLogs(parts, tenant, until);
};

/** Cleans tenants for about the duration of a slice. Returns the last one; `undefined` at the end of the pass. */
export const cleanSlice = async (parts: Options, after: string | undefined, signal?: AbortSignal) => {
  const until = performance.now() + sliceMs;
  if (after === undefined) await cleanInstallation(parts);
  const tenants = await tenantsAfter(parts.databases, after, tenantsPerSlice);
  for (const tenant of tenants) {
    await cleanTenant(parts, tenant, until);
    if (performance.now() >= until || signal?.aborted) return tenant.id;
  }
  return tenants.length === tenantsPerSlice ? tenants.at(-1)?.id : undefined;
};

export const createHousekeepingJob = (parts: Options): JobKind => ({
  leaseMs: 120_000,
  concurrency: { perKey: 1, perTenant: 1, perNode: 1 },
  everyMs,
  run: async ({ payload }, signal) => {
    const after = await cleanSlice(parts, payload.after as string | undefined, signal);
    return after === undefined ? done : { type: 'continue', payload: { after } };
  },
});
