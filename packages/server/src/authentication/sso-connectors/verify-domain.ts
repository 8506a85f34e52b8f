// Verifies an email domain by a DNS record, for all connectors of the tenant that have it.
import type { Change } from '../../infrastructure/database/change.ts';
import type { Database, Transaction } from '../../infrastructure/database/tenant-database.ts';
import type { Services } from '../../services.ts';
import { type DomainRow, recordOf } from './domains.ts';

/** Problems of a check, by the names of their texts. */
type Finding = 'verified' | 'missing' | 'other_value' | 'dns_unavailable';

export const lookUpDomain = async (services: Pick<Services, 'dns' | 'settings'>, row: DomainRow): Promise<Finding> => {
  const { name, value } = recordOf(services.settings, row);
  const texts = await services.dns.textsOf(name);
  if (texts === 'missing' || texts === 'unavailable') return texts === 'missing' ? 'missing' : 'dns_unavailable';
  return texts.some((text) => text.trim() === value) ? 'verified' : 'other_value';
};

/** A domain stays verified until no connector has it any more. */
export const noteFinding = async (change: Change, rows: readonly DomainRow[], finding: Finding, now: number) => {
  const isVerified = finding === 'verified';
  for (const { domain, ssoConnectorId, verifiedAt } of rows) {
    const key = { domain, ssoConnectorId };
    const problem = isVerified ? null : finding;
    if (isVerified && verifiedAt === null) {
      await change.update('ssoConnectorDomains', key, { verifiedAt: now, checkedAt: now, problem });
    } else {
      await change.touch('ssoConnectorDomains', key, { checkedAt: now, problem });
    }
  }
};

export const domainRows = (db: Database | Transaction, domain: string): Promise<DomainRow[]> =>
  db.selectFrom('ssoConnectorDomains').selectAll().where('domain', '=', domain).orderBy('ssoConnectorId').execute();
