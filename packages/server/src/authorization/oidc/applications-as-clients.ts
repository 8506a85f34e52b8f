// Applications as OIDC clients, cached because the provider loads them on every request.
import { grantsToChoose, usualGrants } from '@tessera/contract/application-grants';
import type { ApplicationType, CustomClientMetadata, OidcClientMetadata } from '@tessera/contract/applications';
import { wireScope } from '@tessera/contract/user-scopes';
import type { Wire } from '@tessera/contract/wire';
import type { AdapterPayload } from 'oidc-provider';
import type { Addresses } from '../../addresses.ts';
import { type StoredMetadata, urisOf } from '../../authentication/protected-applications/metadata.ts';
import { identityProviderOf } from '../../authentication/saml-applications/identity-provider.ts';
import { createCache } from '../../infrastructure/cache/cache.ts';
import type { Invalidation } from '../../infrastructure/cache/invalidation.ts';
import type { Databases } from '../../infrastructure/database/tenant-database.ts';
import { isAdminTenant } from '../../infrastructure/http/resolve-request.ts';
import type { Domains } from '../../platform/domains/cached-domains.ts';
import { clientIdOf, isDocumentUrl } from './client-ids.ts';
import type { Keys } from './keys.ts';
import { type KnownSecret, unusedClientSecret } from './named-secrets.ts';

/** Applications that every tenant has and that are not stored, with the pages they sign in and out on. */
export const builtInApps: Readonly<Record<string, { name: string; signIn: string; signOut: string }>> = {
  'demo-app': { name: 'Live Preview', signIn: '/demo-app', signOut: '/demo-app' },
  'account-center': { name: 'Account center', signIn: '/account/callback', signOut: '/account/signed-out' },
};
/** The admin tenant has none: its users manage their account in the console. */
export const builtInApp = (tenantId: string, id: string) =>
  Object.hasOwn(builtInApps, id) && !isAdminTenant(tenantId) ? builtInApps[id] : undefined;
export const consoleApp = 'admin-console';

export type KnownApplication = {
  id: string;
  clientId: string;
  /** The URL of the document that describes it. */
  metadataUrl: string | null;
  /** When the document was read, and when it last changed the application. */
  readAt: number | null;
  describedAt: number | null;
  createdAt: number;
  name: string;
  type: ApplicationType;
  isThirdParty: boolean;
  isSelfRegistered: boolean;
  rotateRefreshToken: boolean;
  alwaysIssueRefreshToken: boolean;
  secrets: KnownSecret[];
  client: AdapterPayload;
};

const grantTypesOf = ({ type, custom }: Source): readonly string[] => {
  // The code is redeemed by the SAML callback, never at the token endpoint.
  if (type === 'SAML') return ['authorization_code'];
  if (type === 'MachineToMachine') return ['client_credentials'];
  const choice = grantsToChoose(type);
  // A type without a choice has the usual ones.
  if (choice.length === 0 || !custom.grantTypes) return usualGrants;
  return custom.grantTypes.filter((grant) => choice.includes(grant));
};
const isPublic = (type: ApplicationType) => type === 'Native' || type === 'SPA';

type Source = Omit<
  KnownApplication,
  'clientId' | 'rotateRefreshToken' | 'alwaysIssueRefreshToken' | 'secrets' | 'client'
> & { oidc: Partial<OidcClientMetadata>; custom: CustomClientMetadata };

export type Applications = ReturnType<typeof createApplications>;

export const createApplications = (parts: {
  databases: Databases;
  invalidation: Invalidation;
  addresses: Addresses;
  domains: Domains;
  keys: Keys;
  wire: Wire;
}) => {
  const { databases, addresses, wire } = parts;

  const metadata = (source: Source, algorithm: string, scopes: string[] | undefined): AdapterPayload => {
    const grantTypes = grantTypesOf(source);
    return {
      client_id: clientIdOf(source),
      client_name: source.name,
      application_type: source.type === 'Native' ? 'native' : 'web',
      ...(isPublic(source.type)
        ? { token_endpoint_auth_method: 'none' }
        : { token_endpoint_auth_method: 'client_secret_basic', client_secret: unusedClientSecret() }),
      grant_types: [...grantTypes],
      response_types: grantTypes.includes('authorization_code') ? ['code'] : [],
      redirect_uris: source.oidc.redirectUris ?? [],
      post_logout_redirect_uris: source.oidc.postLogoutRedirectUris ?? [],
      id_token_signed_response_alg: algorithm as never,
      ...(source.oidc.backchannelLogoutUri && { backchannel_logout_uri: source.oidc.backchannelLogoutUri }),
      ...(source.oidc.backchannelLogoutUri && {
        backchannel_logout_session_required: source.oidc.backchannelLogoutSessionRequired ?? false,
      }),
      ...(source.custom.requirePushedAuthorizationRequests && { require_pushed_authorization_requests: true }),
      ...(source.custom.dpopBoundAccessTokens && { dpop_bound_access_tokens: true }),
      ...(source.oidc.logoUri && { logo_uri: source.oidc.logoUri }),
      ...(scopes && { scope: ['openid', 'offline_access', ...scopes].join(' ') }),
      // Attached to the client for the provider's configuration functions.
      applicationId: source.id,
      corsAllowedOrigins: source.custom.corsAllowedOrigins ?? [],
      ...(source.custom.accessTokenTtl && { accessTokenTtl: source.custom.accessTokenTtl }),
      ...(source.custom.idTokenTtl && { idTokenTtl: source.custom.idTokenTtl }),
      ...(source.custom.refreshTokenTtl && { refreshTokenTtl: source.custom.refreshTokenTtl }),
      ...(source.custom.refreshTokenTtlInDays && { refreshTokenTtlInDays: source.custom.refreshTokenTtlInDays }),
    };
  };

  /** The tenant's own URL and its custom domains. */
  const basesOf = async (tenantId: string) => [
    addresses.tenant(tenantId),
    ...(await parts.domains.inUse(tenantId)).map(addresses.onDomain),
  ];

  const builtIn = async (tenantId: string, id: string): Promise<Source | undefined> => {
    const app = builtInApp(tenantId, id);
    if (!app) return undefined;
    const bases = await basesOf(tenantId);
    return {
      id,
      ...{ metadataUrl: null, readAt: null, describedAt: null, createdAt: 0 },
      name: app.name,
      type: 'SPA',
      isThirdParty: false,
      isSelfRegistered: false,
      oidc: {
        redirectUris: bases.map((base) => `${base}${app.signIn}`),
        postLogoutRedirectUris: bases.map((base) => `${base}${app.signOut}`),
      },
      custom: {},
    };
  };

  const stored = async (tenantId: string, id: string): Promise<Source | undefined> => {
    const known = await builtIn(tenantId, id);
    if (known) return known;
    const row = await databases
      .of(tenantId)
      .selectFrom('applications')
      .selectAll()
      .where(isDocumentUrl(id) ? 'metadataUrl' : 'id', '=', id)
      .executeTakeFirst();
    if (!row) return undefined;
    const source: Source = {
      id: row.id,
      metadataUrl: row.metadataUrl,
      readAt: row.metadataReadAt,
      describedAt: row.metadataChangedAt,
      createdAt: row.createdAt,
      name: row.name,
      type: row.type as ApplicationType,
      isThirdParty: row.isThirdParty,
      isSelfRegistered: row.isSelfRegistered,
      oidc: row.oidcClientMetadata as Partial<OidcClientMetadata>,
      custom: row.customClientMetadata as CustomClientMetadata,
    };
    if (source.type === 'SAML') {
      const redirectUris = (await basesOf(tenantId)).map((base) => identityProviderOf(base, id).callbackUrl);
      return { ...source, oidc: { redirectUris } };
    }
    if (row.protectedAppMetadata) {
      const uris = urisOf(addresses, row.protectedAppMetadata as unknown as StoredMetadata);
      return { ...source, oidc: { ...source.oidc, ...uris } };
    }
    if (!isAdminTenant(tenantId) || id !== consoleApp) return source;
    // The console's redirect URIs are derived from where it is served, so that moving it needs no database change.
    return {
      ...source,
      oidc: {
        redirectUris: [`${addresses.consoleUrl}/callback`],
        postLogoutRedirectUris: [addresses.consoleBase ? addresses.consoleUrl : `${addresses.consoleOrigin}/`],
      },
    };
  };

  const load = async (tenantId: string, clientId: string): Promise<KnownApplication | undefined> => {
    const source = await stored(tenantId, clientId);
    if (!source) return undefined;
    const { id } = source;
    const db = databases.of(tenantId);
    const [keys, secrets, consented] = await Promise.all([
      parts.keys.of(tenantId),
      db
        .selectFrom('applicationSecrets')
        .select(['name', 'value', 'expiresAt'])
        .where('applicationId', '=', id)
        .orderBy('createdAt')
        .execute(),
      source.isThirdParty
        ? db
            .selectFrom('applicationUserConsentUserScopes')
            .select('userScope')
            .where('applicationId', '=', id)
            .execute()
        : undefined,
    ]);
    const { oidc: _, custom, ...facts } = source;
    return {
      ...facts,
      clientId: clientIdOf(source),
      rotateRefreshToken: custom.rotateRefreshToken ?? true,
      alwaysIssueRefreshToken: custom.alwaysIssueRefreshToken ?? false,
      secrets,
      client: metadata(
        source,
        keys.signerFor(custom.idTokenSignedResponseAlg).algorithm,
        consented?.map(({ userScope }) => wireScope(wire, userScope)),
      ),
    };
  };

  const cache = createCache(parts.invalidation, {
    tables: ['applications', 'applicationSecrets', 'applicationUserConsentUserScopes', 'domains', 'tenantConfigs'],
    load,
  });
  return {
    /** By the ID of an application, or the URL of its document. */
    find: (tenantId: string, clientId: string) => cache.get(tenantId, clientId),
  };
};
