// Applications as the provider sees them: OIDC clients, read through a cache because the provider asks on every request.
import type { ApplicationType, CustomClientMetadata, OidcClientMetadata } from '@tessera/contract/applications';
import { wireScope } from '@tessera/contract/user-scopes';
import type { Wire } from '@tessera/contract/wire';
import type { AdapterPayload } from 'oidc-provider';
import type { Addresses } from '../addresses.ts';
import { createCache } from '../cache/cache.ts';
import type { Invalidation } from '../cache/invalidation.ts';
import type { Databases } from '../database/tenant-database.ts';
import type { Domains } from '../domains/read.ts';
import { adminTenant } from '../http/place.ts';
import { tokenExchangeGrant } from './grants/exchange-types.ts';
import type { Keys } from './keys.ts';

export const demoApp = 'demo-app';
export const demoAppName = 'Live Preview';
export const consoleApp = 'admin-console';

export type KnownSecret = { name: string; value: string; expiresAt: number | null };
export type KnownApplication = {
  id: string;
  name: string;
  type: ApplicationType;
  isThirdParty: boolean;
  rotateRefreshToken: boolean;
  alwaysIssueRefreshToken: boolean;
  secrets: KnownSecret[];
  client: AdapterPayload;
};

const grantTypes: Record<'user' | 'machine', string[]> = {
  user: ['authorization_code', 'refresh_token', tokenExchangeGrant],
  machine: ['client_credentials'],
};
const isPublic = (type: ApplicationType) => type === 'Native' || type === 'SPA';

type Source = {
  id: string;
  name: string;
  type: ApplicationType;
  secret: string;
  isThirdParty: boolean;
  oidc: Partial<OidcClientMetadata>;
  custom: CustomClientMetadata;
};

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

  const metadata = (source: Source, algorithm: string, scopes: string[] | undefined): AdapterPayload => ({
    client_id: source.id,
    client_name: source.name,
    client_secret: source.secret,
    application_type: source.type === 'Native' ? 'native' : 'web',
    token_endpoint_auth_method: isPublic(source.type) ? 'none' : 'client_secret_basic',
    grant_types: grantTypes[source.type === 'MachineToMachine' ? 'machine' : 'user'],
    response_types: source.type === 'MachineToMachine' ? [] : ['code'],
    redirect_uris: source.oidc.redirectUris ?? [],
    post_logout_redirect_uris: source.oidc.postLogoutRedirectUris ?? [],
    id_token_signed_response_alg: algorithm as never,
    ...(source.oidc.backchannelLogoutUri && { backchannel_logout_uri: source.oidc.backchannelLogoutUri }),
    ...(source.oidc.backchannelLogoutUri && {
      backchannel_logout_session_required: source.oidc.backchannelLogoutSessionRequired ?? false,
    }),
    ...(source.oidc.logoUri && { logo_uri: source.oidc.logoUri }),
    ...(scopes && { scope: ['openid', 'offline_access', ...scopes].join(' ') }),
    // These travel with the client, where the provider's configuration functions find them.
    corsAllowedOrigins: source.custom.corsAllowedOrigins ?? [],
    ...(source.custom.idTokenTtl && { idTokenTtl: source.custom.idTokenTtl }),
    ...(source.custom.refreshTokenTtl && { refreshTokenTtl: source.custom.refreshTokenTtl }),
    ...(source.custom.refreshTokenTtlInDays && { refreshTokenTtlInDays: source.custom.refreshTokenTtlInDays }),
  });

  /** The demo application is nobody's row: every tenant has it. */
  const demo = async (tenantId: string): Promise<Source> => {
    const bases = [addresses.tenant(tenantId), ...(await parts.domains.inUse(tenantId)).map(addresses.onDomain)];
    const pages = bases.map((base) => `${base}/demo-app`);
    return {
      id: demoApp,
      name: demoAppName,
      type: 'SPA',
      secret: demoApp,
      isThirdParty: false,
      oidc: { redirectUris: pages, postLogoutRedirectUris: pages },
      custom: {},
    };
  };

  const stored = async (tenantId: string, id: string): Promise<Source | undefined> => {
    if (id === demoApp && tenantId !== adminTenant) return demo(tenantId);
    const row = await databases
      .of(tenantId)
      .selectFrom('applications')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) return undefined;
    const source: Source = {
      id,
      name: row.name,
      type: row.type as ApplicationType,
      secret: row.secret,
      isThirdParty: row.isThirdParty,
      oidc: row.oidcClientMetadata as Partial<OidcClientMetadata>,
      custom: row.customClientMetadata as CustomClientMetadata,
    };
    if (tenantId !== adminTenant || id !== consoleApp) return source;
    // The console's addresses follow from where it is served, so that moving it needs no change in the database.
    return {
      ...source,
      oidc: {
        redirectUris: [`${addresses.consoleUrl}/callback`],
        postLogoutRedirectUris: [addresses.consoleBase ? addresses.consoleUrl : `${addresses.consoleOrigin}/`],
      },
    };
  };

  const load = async (tenantId: string, id: string): Promise<KnownApplication | undefined> => {
    const source = await stored(tenantId, id);
    if (!source) return undefined;
    const db = databases.of(tenantId);
    const [{ algorithm }, secrets, consented] = await Promise.all([
      parts.keys.of(tenantId),
      db
        .selectFrom('applicationSecrets')
        .select(['name', 'value', 'expiresAt'])
        .where('applicationId', '=', id)
        .execute(),
      source.isThirdParty
        ? db
            .selectFrom('applicationUserConsentUserScopes')
            .select('userScope')
            .where('applicationId', '=', id)
            .execute()
        : undefined,
    ]);
    return {
      id,
      name: source.name,
      type: source.type,
      isThirdParty: source.isThirdParty,
      rotateRefreshToken: source.custom.rotateRefreshToken ?? true,
      alwaysIssueRefreshToken: source.custom.alwaysIssueRefreshToken ?? false,
      secrets,
      client: metadata(
        source,
        algorithm,
        consented?.map(({ userScope }) => wireScope(wire, userScope)),
      ),
    };
  };

  const cache = createCache(parts.invalidation, {
    tables: ['applications', 'applicationSecrets', 'applicationUserConsentUserScopes', 'domains', 'tenantConfigs'],
    load,
  });
  return { find: (tenantId: string, id: string) => cache.get(tenantId, id) };
};
