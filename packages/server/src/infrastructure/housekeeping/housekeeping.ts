// The recurring job that deletes expired rows and creates the next months' log partitions.
import { sql } from 'kysely';
import { removeUnusedUploads } from '../../authentication/custom-ui/unused-uploads.ts';
import { dropOldPartitions, forgetLogs } from '../../developer-tools/audit-logs/delete-old-logs.ts';
import { createTenantsJob, type Tenant } from '../../platform/tenants/tenants-job.ts';
import type { Services } from '../../services.ts';
import { removeUnusedPictures } from '../../user-management/user-assets/unused-pictures.ts';
import { adminTenant, isAdminTenant } from '../http/resolve-request.ts';
import type { JobKind } from '../jobs/job.ts';
import { deleteExpired } from './delete-expired.ts';

export const housekeepingJob = 'housekeeping';

type Options = Pick<Services, 'databases' | 'settings' | 'files' | 'clock' | 'log'>;

/** Work for the whole installation, once per pass. */
const cleanInstallation = async (parts: Options) => {
  const db = parts.databases.of(adminTenant);
  await sql`select ensure_log_partitions(current_date, 3)`.execute(db);
  await sql`delete from rate_limits where expire < extract(epoch from now()) * 1000`.execute(db);
  await dropOldPartitions(parts);
};

const cleanTenant = async (parts: Options, tenant: Tenant, until: number) => {
  const { databases, files } = parts;
  while (!(await deleteExpired(databases, tenant.id)) && performance.now() < until);
  const hasUnusedFiles = await removeUnusedUploads(databases.of(tenant.id));
  if (isAdminTenant(tenant.id)) await removeUnusedPictures(databases.of(tenant.id));
  if (hasUnusedFiles || isAdminTenant(tenant.id)) await files.removeUnused(tenant.id);
  await forgetLogs(parts, tenant, until);
};

export const createHousekeepingJob = (parts: Options): JobKind =>
  createTenantsJob(parts, {
    everyMs: 10 * 60_000,
    leaseMs: 120_000,
    sliceMs: 2_000,
    begin: () => cleanInstallation(parts),
    work: (tenant, { until }) => cleanTenant(parts, tenant, until),
    failure: 'the expired data of a tenant could not be deleted',
  });
