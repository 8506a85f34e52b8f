// Checks a custom domain: does its CNAME lead to us, and does it respond as us, with a valid certificate if required?
// The result is stored.
import type { Domain } from '@tessera/contract/domains';
import type { Wire } from '@tessera/contract/wire';
import type { DomainProblem } from '@tessera/phrases/domains';
import type { Selectable } from 'kysely';
import type { Addresses } from '../../addresses.ts';
import type { Invalidation } from '../../infrastructure/cache/invalidation.ts';
import { openChange } from '../../infrastructure/database/change.ts';
import { databaseProblem } from '../../infrastructure/database/problems.ts';
import type { DomainsTable } from '../../infrastructure/database/tables.gen.ts';
import type { Databases } from '../../infrastructure/database/tenant-database.ts';
import type { Outbound } from '../../infrastructure/outbound/outbound.ts';
import { createOutbound } from '../../infrastructure/outbound/outbound.ts';
import type { Tracing } from '../../infrastructure/tracing/tracing.ts';
import { random } from '../../random.ts';
import type { Settings } from '../../settings.ts';
import { createDns } from './dns.ts';

export type DomainRow = Selectable<DomainsTable>;
/** `problem`: its code, and what was found instead. */
type Finding = { status: Domain['status']; problem: string | null };

const finding = (status: Domain['status'], problem?: DomainProblem, found = ''): Finding => ({
  status,
  problem: problem ? `${problem} ${found}`.trim() : null,
});
export const targetOf = ({ dnsRecords }: DomainRow): string =>
  (dnsRecords as Domain['dnsRecords']).find(({ type }) => type === 'CNAME')?.value ?? '';

/** The innermost cause, which is that of the connection. */
const reasonOf = (error: unknown): string => {
  const { cause, code } = error as { cause?: unknown; code?: string };
  return cause ? reasonOf(cause) : (code ?? '');
};
const aboutCertificates = /CERT|SIGNATURE|SELF_SIGNED|ISSUER|ERR_TLS|ERR_SSL/;

export type DomainChecks = ReturnType<typeof createDomainChecks>;

type Options = {
  settings: Settings;
  addresses: Addresses;
  wire: Wire;
  databases: Databases;
  invalidation: Invalidation;
  tracing: Tracing | undefined;
};

export const createDomainChecks = (parts: Options) => {
  const { settings, addresses, wire, databases, invalidation, tracing } = parts;
  const dns = createDns(settings.dnsServers);
  const outbound: Outbound = createOutbound({ allowPrivate: settings.outboundAllow, lookup: dns.lookUp, tracing });
  const running = new Map<string, Promise<DomainRow>>();

  /** All our responses carry a request ID, also behind a proxy. */
  const probe = async (domain: string): Promise<Finding> => {
    try {
      const { headers } = await outbound.fetch(`${addresses.onDomain(domain)}/health/live`, { timeoutMs: 4_000 });
      return new Headers(headers).has(wire.requestIdHeader) ? finding('Active') : finding('PendingSsl', 'other_server');
    } catch (error) {
      const reason = reasonOf(error);
      return aboutCertificates.test(reason)
        ? finding('PendingSsl', 'certificate', reason)
        : finding('PendingSsl', 'unreachable');
    }
  };

  const look = async (row: DomainRow): Promise<Finding> => {
    const target = targetOf(row);
    const alias = await dns.aliasOf(row.domain, target);
    const isActive = row.status === 'Active';
    // An unavailable DNS server says nothing about the domain, so an active one stays active.
    if (alias === 'unavailable') return isActive ? finding('Active') : finding(row.status, 'dns_unavailable');
    if (alias === 'missing') return finding('PendingVerification');
    if (!alias.steps.includes(target)) return finding('Error', 'points_elsewhere', alias.steps.at(-1));
    return isActive ? finding('Active') : probe(row.domain);
  };

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
    const found = await look(row);
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
