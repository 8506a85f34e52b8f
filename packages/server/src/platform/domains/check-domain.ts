// Checks a custom domain of a tenant, and stores the result.
import type { Domain } from '@tessera/contract/domains';
import type { Selectable } from 'kysely';
import type { Invalidation } from '../../infrastructure/cache/invalidation.ts';
import { openChange } from '../../infrastructure/database/change.ts';
import { databaseProblem } from '../../infrastructure/database/problems.ts';
import type { DomainsTable } from '../../infrastructure/database/tables.gen.ts';
import type { Databases } from '../../infrastructure/database/tenant-database.ts';
import { random } from '../../random.ts';
import { type CheckedDomain, type DomainStatus, type Finding, finding } from './domain-status.ts';

export type DomainRow = Selectable<DomainsTable>;

/** Rows match the contract; the table types only know JSON. */
export const asDomain = (row: DomainRow): Domain => row as unknown as Domain;

/** The domains of a tenant that a feature has, each with its check. */
export type DomainSource = (tenantId: string) => Promise<{ domain: string; check: () => Promise<unknown> }[]>;

export type DomainChecks = ReturnType<typeof createDomainChecks>;

type Options = { databases: Databases; domainStatus: DomainStatus; invalidation: Invalidation };

export const createDomainChecks = ({ databases, domainStatus, invalidation }: Options) => {
  const running = new Map<string, Promise<DomainRow>>();

  const write = async (tenantId: string, row: DomainRow, { status, problem }: Finding): Promise<DomainRow> => {
    if (status === row.status && problem === row.errorMessage) return row;
    const change = openChange({
      db: databases.of(tenantId),
      tenantId,
      invalidation,
      operation: 'domain.checked',
      requestId: random.requestId(),
      actor: () => ({ type: 'system', id: null }),
    });
    try {
      const written = await change.update('domains', { id: row.id }, { status, errorMessage: problem });
      await change.commit();
      return written ?? row;
    } catch (error) {
      await change.rollback();
      throw error;
    }
  };

  const check = async (tenantId: string, row: DomainRow): Promise<DomainRow> => {
    const found = await domainStatus(asDomain(row) satisfies CheckedDomain);
    try {
      return await write(tenantId, row, found);
    } catch (error) {
      if (databaseProblem(error)?.code !== 'domain.domain_in_use') throw error;
      return write(tenantId, row, finding('Error', 'in_use'));
    }
  };

  /** The domain after the check. Concurrent callers share one check. */
  return (tenantId: string, row: DomainRow): Promise<DomainRow> => {
    const name = `${tenantId}/${row.id}`;
    const current = running.get(name) ?? check(tenantId, row).finally(() => running.delete(name));
    running.set(name, current);
    return current;
  };
};

export const customDomainsOf =
  ({ databases, domainChecks }: { databases: Databases; domainChecks: DomainChecks }): DomainSource =>
  async (tenantId) => {
    const rows = await databases.of(tenantId).selectFrom('domains').selectAll().execute();
    return rows.map((row) => ({ domain: row.domain, check: () => domainChecks(tenantId, row) }));
  };
