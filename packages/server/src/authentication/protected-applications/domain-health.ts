// Whether a protected application can be reached: the DNS record and the certificate of its custom domain, and its site.
import type { DomainHealth } from '@tessera/contract/protected-app-metadata';
import { errorMessage } from '@tessera/phrases/errors';
import type { Context } from '../../context.ts';
import { OutboundError } from '../../infrastructure/outbound/outbound-error.ts';
import { problemText } from '../../platform/domains/domain-status.ts';
import type { StoredDomain, StoredMetadata } from './metadata.ts';
import { codeOfOrigin } from './refusals.ts';

type Check = DomainHealth['checks'][number];

const passed = (check: Check['check']): Check => ({ check, result: 'passed', problem: null });

const domainChecks = async ({ services, visit }: Context, { domain, dnsRecords }: StoredDomain): Promise<Check[]> => {
  // As if it were new, since the certificate of an active domain is not checked again.
  const found = await services.domainStatus({ domain, dnsRecords, status: 'PendingVerification' });
  if (found.status === 'Active') return [passed('dns'), passed('certificate')];
  const errorMessage = found.problem ?? 'missing';
  const problem = problemText({ domain, dnsRecords, errorMessage }, visit.languages);
  return found.status === 'PendingSsl'
    ? [passed('dns'), { check: 'certificate', result: 'failed', problem }]
    : [
        { check: 'dns', result: 'failed', problem },
        { check: 'certificate', result: 'skipped', problem: null },
      ];
};

/** Any answer will do. */
const originCheck = async ({ services, visit }: Context, origin: string): Promise<Check> => {
  try {
    await services.outbound.fetch(origin, { timeoutMs: 5_000, maxBytes: 1_024, isBodyOptional: true });
    return passed('origin');
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return { check: 'origin', result: 'failed', problem: errorMessage(codeOfOrigin(error), visit.languages) };
  }
};

export const domainHealthOf = async (
  ctx: Context,
  { origin, customDomains: [custom] = [] }: StoredMetadata,
): Promise<DomainHealth> => {
  const [ofDomain, ofOrigin] = await Promise.all([custom ? domainChecks(ctx, custom) : [], originCheck(ctx, origin)]);
  return { domain: custom?.domain ?? null, checks: [...ofDomain, ofOrigin] };
};
