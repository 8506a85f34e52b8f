// What is true of a custom domain right now: does its alias lead to us, and does it answer as us, with a certificate
// where there has to be one? What is found is written down, by whoever reads the domain or by the upkeep.
import type { Domain } from '@tessera/contract/domains';
import type { DomainProblem } from '@tessera/phrases/domains';
import type { Selectable } from 'kysely';
import { openChange } from '../database/change.ts';
import { databaseProblem } from '../database/problems.ts';
import type { DomainsTable } from '../database/tables.gen.ts';
import type { Outbound } from '../outbound/outbound.ts';
import { createOutbound } from '../outbound/outbound.ts';
import { random } from '../random.ts';
import type { Services } from '../services.ts';
import { createDns } from './dns.ts';

export type DomainRow = Selectable<DomainsTable>;
/** `problem`: its name, and what was found instead of what should be there. */
type Finding = { status: Domain['status']; problem: string | null };

const finding = (status: Domain['status'], problem?: DomainProblem, found = ''): Finding => ({
  status,
  problem: problem ? `${problem} ${found}`.trim() : null,
});
export const targetOf = ({ dnsRecords }: DomainRow): string =>
  (dnsRecords as Domain['dnsRecords']).find(({ type }) => type === 'CNAME')?.value ?? '';

/** The reason deepest inside: that of the connection. */
const reasonOf = (error: unknown): string => {
  const { cause, code } = error as { cause?: unknown; code?: string };
  return cause ? reasonOf(cause) : (code ?? '');
};
const aboutCertificates = /CERT|SIGNATURE|SELF_SIGNED|ISSUER|ERR_TLS|ERR_SSL/;

export type DomainChecks = ReturnType<typeof createDomainChecks>;

export const createDomainChecks = (
  parts: Pick<Services, 'settings' | 'addresses' | 'wire' | 'databases' | 'invalidation'>,
) => {
  const { settings, addresses, wire, databases, invalidation } = parts;
  const dns = createDns(settings.dnsServers);
  const outbound: Outbound = createOutbound({ allowPrivate: settings.outboundAllow, lookup: dns.lookUp });
  const running = new Map<string, Promise<DomainRow>>();

  /** Every answer of ours carries a request id, whatever stands in front. */
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
    // A silent DNS server says nothing about the domain; one that is in use stays so.
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

  /** The domain as it is after looking. Several who ask at once share one look. */
  return (tenantId: string, row: DomainRow): Promise<DomainRow> => {
    const name = `${tenantId}/${row.id}`;
    const current = running.get(name) ?? check(tenantId, row).finally(() => running.delete(name));
    running.set(name, current);
    return current;
  };
};
