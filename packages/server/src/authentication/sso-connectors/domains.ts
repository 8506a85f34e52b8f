// Email domains of enterprise SSO connectors: which ones are allowed, and the DNS record that verifies one.
import { domainToASCII } from 'node:url';
import { emailDomainPattern } from '@tessera/contract/email-domain';
import { isPublicEmailDomain } from '@tessera/contract/public-email-domains';
import type { DomainVerification } from '@tessera/contract/sso-connectors';
import { ssoDomainText } from '@tessera/phrases/sso-connectors';
import type { Selectable } from 'kysely';
import type { Context } from '../../context.ts';
import type { SsoConnectorDomainsTable } from '../../infrastructure/database/tables.gen.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import type { Settings } from '../../settings.ts';

export type DomainRow = Selectable<SsoConnectorDomainsTable>;

/** In lower case, as DNS has it. */
const normalized = (typed: string) => {
  const domain = typed.trim().toLowerCase().replace(/\.$/, '');
  return emailDomainPattern.test(domain) ? domainToASCII(domain) || undefined : undefined;
};

const refuse = (code: 'invalid_domain_format' | 'forbidden_domains' | 'duplicated_domains', domains: string[]) => {
  if (domains.length > 0) throw new RequestError(`single_sign_on.${code}`, { status: 422, data: { data: domains } });
};

export const checkDomains = (typed: readonly string[]): string[] => {
  refuse(
    'invalid_domain_format',
    typed.filter((domain) => normalized(domain) === undefined),
  );
  const domains = typed.flatMap((domain) => normalized(domain) ?? []);
  refuse('forbidden_domains', domains.filter(isPublicEmailDomain));
  refuse('duplicated_domains', [...new Set(domains.filter((domain, at) => domains.indexOf(domain) !== at))]);
  return domains;
};

export const recordOf = ({ namespace }: Pick<Settings, 'namespace'>, { domain, token }: DomainRow) => {
  const type = 'TXT' as const;
  return { type, name: `_${namespace}-verification.${domain}`, value: `${namespace}-domain-verification=${token}` };
};

export const describeDomain = (ctx: Context, row: DomainRow): DomainVerification => {
  const { domain, verifiedAt, checkedAt, problem } = row;
  const pending = ctx.services.settings.ssoDomainVerification ? 'Pending' : 'NotRequired';
  const dnsRecord = recordOf(ctx.services.settings, row);
  return {
    domain,
    status: verifiedAt === null ? pending : 'Verified',
    dnsRecord,
    verifiedAt,
    checkedAt,
    problem: problem && ssoDomainText(problem, ctx.visit.languages, { name: dnsRecord.name }),
  };
};
