// The recurring job that keeps enterprise SSO fresh: it fetches what identity providers publish, and looks for the DNS
// records of domains that wait for verification.
import { sql } from 'kysely';
import { openChange } from '../../infrastructure/database/change.ts';
import { inTurn } from '../../infrastructure/jobs/in-turn.ts';
import type { JobKind } from '../../infrastructure/jobs/job.ts';
import { createTenantsJob } from '../../platform/tenants/tenants-job.ts';
import { random } from '../../random.ts';
import type { Services } from '../../services.ts';
import { postpone, refreshDocument } from './documents.ts';
import type { DomainRow } from './domains.ts';
import { usable } from './usable.ts';
import { lookUpDomain, noteFinding } from './verify-domain.ts';

export const ssoRefreshJob = 'sso-refresh';

/** What one tenant may take of a run, for documents and for domains: enough to refresh 1,000 connectors in an hour. */
const perTenant = { documents: 200, domains: 50 };
const pace = { atOnce: 10, mostMs: 5_000 };
/** Others are part of the configuration. */
const isFromUrl = sql<boolean>`document.source ilike 'http%'`;
/** A record that is not there by then was forgotten; the console can still check it. */
const waitsSince = sql<number>`now() - interval '30 days'`;

type Parts = Pick<Services, 'clock' | 'databases' | 'dns' | 'invalidation' | 'log' | 'messages' | 'settings'>;

const refreshDue = async ({ databases, messages, log }: Parts, tenantId: string, signal: AbortSignal) => {
  const db = databases.of(tenantId);
  const rows = await db
    .selectFrom('ssoConnectors')
    .innerJoin('ssoConnectorDocuments as document', 'document.ssoConnectorId', 'ssoConnectors.id')
    .selectAll('ssoConnectors')
    .select(['document.source', 'document.fetchedAt'])
    .where('document.refreshAt', '<=', sql<number>`now()`)
    .where(isFromUrl)
    .orderBy('document.refreshAt')
    .limit(perTenant.documents)
    .execute();
  await inTurn(rows, { ...pace, signal }, async (row) => {
    const found = usable(row);
    if (!found) return postpone(db, row.id);
    const { provider, config } = found;
    const source = { id: row.id, provider, config };
    await refreshDocument({ db, tools: messages.tools }, source, row).catch((error: Error) =>
      log.warn({ tenantId, connectorId: row.id, error: error.message }, 'an identity provider could not be reached'),
    );
  });
};

const checkDomain = async (parts: Parts, tenantId: string, row: DomainRow) => {
  const { databases, invalidation, clock } = parts;
  const finding = await lookUpDomain(parts, row);
  const change = openChange({
    db: databases.of(tenantId),
    tenantId,
    invalidation,
    operation: 'sso-connector.domain-verified',
    requestId: random.requestId(),
    actor: () => ({ type: 'system', id: null }),
  });
  try {
    await noteFinding(change, [row], finding, clock.now());
    await change.commit();
  } catch (error) {
    await change.rollback();
    throw error;
  }
};

const checkWaiting = async (parts: Parts, tenantId: string, signal: AbortSignal) => {
  const { databases, settings, log } = parts;
  if (!settings.ssoDomainVerification) return;
  const rows = await databases
    .of(tenantId)
    .selectFrom('ssoConnectorDomains')
    .selectAll()
    .where('verifiedAt', 'is', null)
    .where('createdAt', '>', waitsSince)
    .orderBy('checkedAt', (order) => order.asc().nullsFirst())
    .limit(perTenant.domains)
    .execute();
  await inTurn(rows, { ...pace, signal }, (row) =>
    checkDomain(parts, tenantId, row).catch((error: Error) =>
      log.warn({ tenantId, domain: row.domain, error: error.message }, 'an email domain could not be checked'),
    ),
  );
};

export const createSsoRefreshJob = (parts: Parts): JobKind =>
  createTenantsJob(parts, {
    everyMs: 10 * 60_000,
    leaseMs: 300_000,
    sliceMs: 5_000,
    work: async ({ id }, { signal }) => {
      await refreshDue(parts, id, signal);
      await checkWaiting(parts, id, signal);
    },
    failure: 'enterprise SSO could not be refreshed',
  });
