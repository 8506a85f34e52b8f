// The status of a custom domain: does its CNAME lead to us, and does it respond as us, with a valid certificate if
// required?
import type { Domain } from '@tessera/contract/domains';
import type { Wire } from '@tessera/contract/wire';
import { type DomainProblem, domainText } from '@tessera/phrases/domains';
import type { Addresses } from '../../addresses.ts';
import { createOutbound } from '../../infrastructure/outbound/outbound.ts';
import type { Tracing } from '../../infrastructure/tracing/tracing.ts';
import type { Settings } from '../../settings.ts';
import { createDns } from './dns.ts';

export type CheckedDomain = Pick<Domain, 'domain' | 'dnsRecords' | 'status'>;
/** `problem`: its code, and what was found instead. */
export type Finding = { status: Domain['status']; problem: string | null };
export type DomainStatus = ReturnType<typeof createDomainStatus>;

export const finding = (status: Domain['status'], problem?: DomainProblem, found = ''): Finding => ({
  status,
  problem: problem ? `${problem} ${found}`.trim() : null,
});

const targetOf = ({ dnsRecords }: Pick<Domain, 'dnsRecords'>): string =>
  dnsRecords.find(({ type }) => type === 'CNAME')?.value ?? '';

/** A stored problem as a text. */
export const problemText = (
  { domain, dnsRecords, errorMessage }: Pick<Domain, 'domain' | 'dnsRecords' | 'errorMessage'>,
  languages: readonly string[],
): string | null => {
  const [problem = '', found = ''] = (errorMessage ?? '').split(' ');
  return problem ? domainText(problem, languages, { domain, target: targetOf({ dnsRecords }), found }) : null;
};

/** The innermost cause, which is that of the connection. */
const reasonOf = (error: unknown): string => {
  const { cause, code } = error as { cause?: unknown; code?: string };
  return cause ? reasonOf(cause) : (code ?? '');
};
const aboutCertificates = /CERT|SIGNATURE|SELF_SIGNED|ISSUER|ERR_TLS|ERR_SSL/;

type Options = { settings: Settings; addresses: Addresses; wire: Wire; tracing: Tracing | undefined };

export const createDomainStatus = ({ settings, addresses, wire, tracing }: Options) => {
  const dns = createDns(settings.dnsServers);
  const outbound = createOutbound({ allowPrivate: settings.outboundAllow, dnsServers: settings.dnsServers, tracing });

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

  return async (checked: CheckedDomain): Promise<Finding> => {
    const { domain, status } = checked;
    const target = targetOf(checked);
    const alias = await dns.aliasOf(domain, target);
    const isActive = status === 'Active';
    // An unavailable DNS server says nothing about the domain, so an active one stays active.
    if (alias === 'unavailable') return isActive ? finding('Active') : finding(status, 'dns_unavailable');
    if (alias === 'missing') return finding('PendingVerification');
    if (!alias.steps.includes(target)) return finding('Error', 'points_elsewhere', alias.steps.at(-1));
    return isActive ? finding('Active') : probe(domain);
  };
};
