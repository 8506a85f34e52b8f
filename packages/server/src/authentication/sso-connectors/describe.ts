// Enterprise SSO connectors as shown to administrators, with what their provider publishes and the state of their
// domains.
import { ssoProvider } from '@tessera/connectors/sso/sso-providers';
import type { JsonObject } from '@tessera/contract/fields';
import type { ProviderStatus, SsoConnector, SsoWarning, StoredSsoConnector } from '@tessera/contract/sso-connectors';
import { ssoProviderText } from '@tessera/phrases/sso-connectors';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Database, Transaction } from '../../infrastructure/database/tenant-database.ts';
import { copyFor, failureText, type StoredDocument } from './documents.ts';
import { type DomainRow, describeDomain } from './domains.ts';
import { serviceProviderOf } from './find.ts';
import { type SsoConnectorRow, usable } from './usable.ts';

const soon = 30 * 24 * 3_600_000;

/** Without their configuration, which contains secrets. */
export const connectorFacts = ({ db }: Pick<Context, 'db'>) =>
  db
    .selectFrom('ssoConnectors')
    .select([
      ...(['ssoConnectors.tenantId', 'ssoConnectors.id', 'providerName', 'connectorName'] as const),
      ...(['syncProfile', 'enableTokenStorage', 'ssoConnectors.createdAt'] as const),
      sql<string[]>`sso_connectors.domains`.as('domains'),
      sql<JsonObject>`sso_connectors.branding`.as('branding'),
    ]);

export const asStored = (row: SsoConnectorRow): StoredSsoConnector => ({
  ...row,
  config: usable(row)?.config ?? (row.config as JsonObject),
  domains: row.domains as string[],
  branding: row.branding as JsonObject,
});

const statusOf = (stored: StoredDocument | undefined, now: number, languages: readonly string[]): ProviderStatus => {
  const { fetchedAt = null, failedAt = null, failure = null, certificateExpiresAt = null } = stored ?? {};
  const isExpired = certificateExpiresAt !== null && certificateExpiresAt <= now;
  const expiresSoon = certificateExpiresAt !== null && !isExpired && certificateExpiresAt - now < soon;
  const warnings: SsoWarning[] = [
    ...(failedAt === null ? [] : (['unreachable'] as const)),
    ...(expiresSoon ? (['certificate_expires_soon'] as const) : []),
    ...(isExpired ? (['certificate_expired'] as const) : []),
  ];
  const reason = failure && failureText(failure, languages);
  return { fetchedAt, failedAt, failure: reason, certificateExpiresAt, warnings };
};

type Known = { documents: ReadonlyMap<string, StoredDocument>; domains: ReadonlyMap<string, DomainRow[]> };

const asConnector = (ctx: Context, row: SsoConnectorRow, known: Known): SsoConnector | undefined => {
  const provider = ssoProvider(row.providerName);
  if (!provider) return undefined;
  const { visit, services } = ctx;
  const now = services.clock.now();
  const config = usable(row)?.config;
  const stored = known.documents.get(row.id);
  const current = config && stored?.source === provider.sourceOf(config) ? stored : undefined;
  const copy = config && copyFor({ provider, config }, stored);
  const providerConfig = provider.describe(config, copy, serviceProviderOf(ctx, row.id), now);
  return {
    ...asStored(row),
    name: ssoProviderText(provider.name, 'name', visit.languages),
    providerType: provider.type,
    providerLogo: provider.logo,
    providerLogoDark: provider.logoDark ?? provider.logo,
    ...(providerConfig && { providerConfig }),
    providerStatus: statusOf(current, now, visit.languages),
    domainVerifications: (known.domains.get(row.id) ?? []).map((domain) => describeDomain(ctx, domain)),
  };
};

/** Reads what belongs to the rows in two queries. */
export const describeConnectors = async (
  ctx: Context,
  rows: readonly SsoConnectorRow[],
  db: Database | Transaction = ctx.db,
): Promise<SsoConnector[]> => {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const [documents, domains] = await Promise.all([
    db.selectFrom('ssoConnectorDocuments').selectAll().where('ssoConnectorId', 'in', ids).execute(),
    db.selectFrom('ssoConnectorDomains').selectAll().where('ssoConnectorId', 'in', ids).orderBy('domain').execute(),
  ]);
  const known = {
    documents: new Map(documents.map((document) => [document.ssoConnectorId, document])),
    domains: Map.groupBy(domains, ({ ssoConnectorId }) => ssoConnectorId),
  };
  return rows.flatMap((row) => asConnector(ctx, row, known) ?? []);
};
