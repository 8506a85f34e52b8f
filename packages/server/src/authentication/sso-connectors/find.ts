// Finds enterprise SSO connectors: by ID for a sign-in, and by the domain of an email address.
import type { SsoConnection } from '@tessera/connectors/sso/sso-provider';
import type { ServiceProvider } from '@tessera/contract/sso-provider-config';
import type { Context } from '../../context.ts';
import type { Database } from '../../infrastructure/database/tenant-database.ts';
import { notFound, RequestError } from '../../infrastructure/http/request-error.ts';
import type { Settings } from '../../settings.ts';
import { type ConnectorVersion, configDigest, requireSameConfig } from '../connectors/config-digest.ts';
import { domainOf } from '../connectors/trusted-identity.ts';
import { asSignInError } from './config.ts';
import { documentOf, latestDocument } from './documents.ts';
import { serviceProviderKey } from './saml-keys.ts';
import {
  isConfigured,
  type SsoConnectorInUse,
  type SsoConnectorRow,
  type UsableSsoConnector,
  usable,
} from './usable.ts';

/** Also for routes outside of the gate. */
export type SsoContext = Pick<Context, 'db' | 'log' | 'services' | 'tenantId'>;

export const findSsoConnector = async ({ db }: Pick<Context, 'db'>, id: string): Promise<SsoConnectorInUse> => {
  const row = await db.selectFrom('ssoConnectors').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound(id);
  const found = usable(row);
  if (!found) throw new RequestError('connector.invalid_config');
  return { ...found, configDigest: configDigest(row.config) };
};

/** The connector that verified an identity, if it is still there and as it was. */
export const requireUnchangedSsoConnector = async (
  ctx: Pick<Context, 'db'>,
  answered: ConnectorVersion,
): Promise<SsoConnectorInUse> => {
  const found = await findSsoConnector(ctx, answered.connectorId);
  requireSameConfig(found, answered);
  return found;
};

/** Also one that is not configured yet. */
export const requireSsoConnector = async ({ db }: Pick<Context, 'db'>, id: string): Promise<void> => {
  const row = await db.selectFrom('ssoConnectors').select('id').where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound(id);
};

/** What a SAML identity provider has to know about us. */
export const serviceProviderOf = (
  { services, tenantId }: Pick<Context, 'services' | 'tenantId'>,
  id: string,
): ServiceProvider => {
  const base = services.addresses.tenant(tenantId);
  return {
    entityId: `${base}/enterprise-sso/${id}`,
    assertionConsumerServiceUrl: `${base}/api/authn/single-sign-on/saml/${id}`,
  };
};

/** The connector with what its provider publishes, and the issuer of its identities. */
export const connectTo = async (
  ctx: SsoContext,
  { row: { id }, provider, config }: UsableSsoConnector,
): Promise<{ connection: SsoConnection; issuer: string; isSharedIssuer: boolean }> => {
  const source = { id, provider, config };
  const parts = { db: ctx.db, tools: ctx.services.messages.tools };
  const document = await documentOf(parts, source).catch((error: unknown) => {
    ctx.log.warn({ err: error, connectorId: id }, 'an identity provider could not be reached');
    throw asSignInError(error);
  });
  const connection: SsoConnection = {
    ...{ connectorId: id, config, document },
    serviceProvider: serviceProviderOf(ctx, id),
    latestDocument: () => latestDocument(parts, source),
    serviceProviderKey: () => serviceProviderKey(ctx, id),
  };
  return { connection, issuer: provider.issuerOf(config, document), isSharedIssuer: provider.isShared(document) };
};

/** Domains of a connector whose users it may sign in. */
export const routedDomains = async (
  { db, services }: Pick<Context, 'db' | 'services'>,
  id: string,
): Promise<string[]> => {
  const rows = await db
    .selectFrom('ssoConnectorDomains')
    .select('domain')
    .where('ssoConnectorId', '=', id)
    .$if(services.settings.ssoDomainVerification, (query) => query.where('verifiedAt', 'is not', null))
    .execute();
  return rows.map(({ domain }) => domain);
};

/** One indexed query, however many connectors a tenant has. */
export const connectorsOfDomain = (
  db: Database,
  domain: string,
  { ssoDomainVerification }: Pick<Settings, 'ssoDomainVerification'>,
) => {
  const routed = db
    .selectFrom('ssoConnectorDomains')
    .select('ssoConnectorId')
    .where('domain', '=', domain)
    .$if(ssoDomainVerification, (query) => query.where('verifiedAt', 'is not', null));
  return db.selectFrom('ssoConnectors').selectAll().where('id', 'in', routed).orderBy('createdAt').orderBy('id');
};

/** The connectors for this email's domain; none if enterprise SSO is disabled. */
export const ssoConnectorsFor = async (
  { db, services, tenantId }: Context,
  email: string,
): Promise<SsoConnectorRow[]> => {
  const { singleSignOnEnabled } = await services.signInExperiences.of(tenantId);
  if (!singleSignOnEnabled) return [];
  return (await connectorsOfDomain(db, domainOf(email), services.settings).execute()).filter(isConfigured);
};

/** An email of an SSO domain can only be used with its connector. */
export const refuseSsoOnlyEmail = async (ctx: Context, email: string) => {
  const connectors = await ssoConnectorsFor(ctx, email);
  if (connectors.length === 0) return;
  // Without their configuration, which contains secrets.
  const ssoConnectors = connectors.map(({ config: _, ...connector }) => connector);
  throw new RequestError('session.sso_enabled', { data: { ssoConnectors } });
};
