// The recurring job that checks the custom domains of all tenants, a slice of tenants per run.
import type { Databases } from '../../infrastructure/database/tenant-database.ts';
import { done, type JobKind } from '../../infrastructure/jobs/job.ts';
import type { Log } from '../../log.ts';
import { tenantsAfter } from '../tenants/walk.ts';
import type { DomainSource } from './check-domain.ts';

export const domainChecksJob = 'domain-checks';

const everyMs = 10 * 60_000;
const sliceMs = 5_000;
const tenantsPerSlice = 200;

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

export const createDomainChecksJob = (parts: Options): JobKind => ({
  leaseMs: 300_000,
  concurrency: { perKey: 1, perTenant: 1, perNode: 1 },
  everyMs,
  run: async ({ payload }, signal) => {
    const until = performance.now() + sliceMs;
    const tenants = await tenantsAfter(parts.databases, payload.after as string | undefined, tenantsPerSlice);
    for (const { id } of tenants) {
      await checkTenant(parts, id);
      if (performance.now() >= until || signal.aborted) return { type: 'continue', payload: { after: id } };
    }
    const last = tenants.at(-1);
    return last && tenants.length === tenantsPerSlice ? { type: 'continue', payload: { after: last.id } } : done;
  },
});
