// The recurring job that checks the custom domains of all tenants.
import type { Databases } from '../../infrastructure/database/tenant-database.ts';
import type { JobKind } from '../../infrastructure/jobs/job.ts';
import type { Log } from '../../log.ts';
import { createTenantsJob } from '../tenants/tenants-job.ts';
import type { DomainSource } from './check-domain.ts';

export const domainChecksJob = 'domain-checks';

type Options = { databases: Databases; sources: DomainSource[]; log: Log };

const checkTenant = async ({ sources, log }: Options, tenantId: string) => {
  for (const source of sources) {
    for (const { domain, check } of await source(tenantId)) {
      await check().catch((error: Error) =>
        log.warn({ tenantId, domain, error: error.message }, 'a custom domain could not be checked'),
      );
    }
  }
};

export const createDomainChecksJob = (parts: Options): JobKind =>
  createTenantsJob(parts, {
    everyMs: 10 * 60_000,
    leaseMs: 300_000,
    sliceMs: 5_000,
    work: ({ id }) => checkTenant(parts, id),
    failure: 'the custom domains of a tenant could not be checked',
  });
