// Custom domains of protected applications: their state is checked like that of other custom domains, and stored with
// the application.
import type { Invalidation } from '../../infrastructure/cache/invalidation.ts';
import { type ChangeOptions, openChange } from '../../infrastructure/database/change.ts';
import { databaseProblem } from '../../infrastructure/database/problems.ts';
import type { Databases } from '../../infrastructure/database/tenant-database.ts';
import type { DomainSource } from '../../platform/domains/check-domain.ts';
import { type DomainStatus, type Finding, finding } from '../../platform/domains/domain-status.ts';
import { random } from '../../random.ts';
import type { StoredDomain, StoredMetadata } from './metadata.ts';

export type SiteDomainChecks = ReturnType<typeof createSiteDomainChecks>;

type Options = { databases: Databases; domainStatus: DomainStatus; invalidation: Invalidation };

export const createSiteDomainChecks = ({ databases, domainStatus, invalidation }: Options) => {
  const running = new Map<string, Promise<StoredDomain>>();

  /** Only a domain that the application still has is written. */
  const write = async (
    options: ChangeOptions,
    id: string,
    row: StoredDomain,
    { status, problem: errorMessage }: Finding,
  ): Promise<StoredDomain> => {
    if (status === row.status && errorMessage === row.errorMessage) return row;
    const checked: StoredDomain = { ...row, status, errorMessage };
    const change = openChange(options);
    try {
      await change.update('applications', { id }, ({ protectedAppMetadata }) => {
        const stored = protectedAppMetadata as unknown as StoredMetadata;
        const customDomains = (stored.customDomains ?? []).map((one) => (one.domain === row.domain ? checked : one));
        return { protectedAppMetadata: { ...stored, customDomains } };
      });
      await change.commit();
      return checked;
    } catch (error) {
      await change.rollback();
      throw error;
    }
  };

  const check = async (tenantId: string, id: string, row: StoredDomain): Promise<StoredDomain> => {
    const found = await domainStatus(row);
    const options: ChangeOptions = {
      ...{ db: databases.of(tenantId), tenantId, invalidation, requestId: random.requestId() },
      ...{ operation: 'application.custom-domain-checked', actor: () => ({ type: 'system', id: null }) },
    };
    try {
      return await write(options, id, row, found);
    } catch (error) {
      if (databaseProblem(error)?.code !== 'domain.domain_in_use') throw error;
      return write(options, id, row, finding('Error', 'in_use'));
    }
  };

  /** The domain after the check. Concurrent callers share one check. */
  return (tenantId: string, id: string, row: StoredDomain): Promise<StoredDomain> => {
    const name = `${tenantId}/${id}/${row.domain}`;
    const current = running.get(name) ?? check(tenantId, id, row).finally(() => running.delete(name));
    running.set(name, current);
    return current;
  };
};

export const siteDomainsOf =
  ({ databases, siteDomainChecks }: { databases: Databases; siteDomainChecks: SiteDomainChecks }): DomainSource =>
  async (tenantId) => {
    const rows = await databases
      .of(tenantId)
      .selectFrom('applications')
      .select(['id', 'protectedAppMetadata'])
      .where('type', '=', 'Protected')
      .execute();
    return rows.flatMap(({ id, protectedAppMetadata }) => {
      const { customDomains = [] } = (protectedAppMetadata ?? {}) as unknown as StoredMetadata;
      return customDomains.map((one) => ({ domain: one.domain, check: () => siteDomainChecks(tenantId, id, one) }));
    });
  };
