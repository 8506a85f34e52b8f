// Email domains of an enterprise SSO connector: any text becomes a tag, and those that can't be saved are marked.
import { emailDomainPattern, maxEmailDomainLength } from '@tessera/contract/email-domain';
import { isPublicEmailDomain } from '@tessera/contract/public-email-domains';
import type { TFunction } from 'i18next';

type DomainIssue = 'invalid' | 'public';

export const domainIssue = (domain: string): DomainIssue | undefined => {
  if (!emailDomainPattern.test(domain) || domain.length > maxEmailDomainLength) return 'invalid';
  return isPublicEmailDomain(domain) ? 'public' : undefined;
};

type Values = { domains: readonly string[]; typedDomain: string };

/** Including the text still in the field. */
export const domainsOf = ({ domains, typedDomain }: Values): string[] => [
  ...new Set([...domains, ...typedDomain.toLowerCase().split(/[\s,;]+/)].filter((domain) => domain !== '')),
];

/** One sentence for each kind of problem. */
export const checkDomains = (values: Values, t: TFunction): string | undefined => {
  const issues = new Set(domainsOf(values).flatMap((domain) => domainIssue(domain) ?? []));
  const sentences = (['invalid', 'public'] as const).filter((issue) => issues.has(issue));
  return sentences.length === 0
    ? undefined
    : sentences.map((issue) => t(`sso-connectors.errors.domain_${issue}`)).join(' ');
};
