// The OpenID Connect provider of one tenant: the library with its configuration and the overrides in
// library-overrides.ts.
import { deviceGrant, tokenExchangeGrant } from '@tessera/contract/application-grants';
import Provider, { type AdapterPayload, type Client, errors, type KoaContextWithOIDC } from 'oidc-provider';
import { registerApplication } from '../../authentication/applications/self-registration.ts';
import { visitOf } from '../../infrastructure/http/visit.ts';
import type { Services } from '../../services.ts';
import { customClaims } from '../custom-jwt/claims.ts';
import { findAccount } from './account.ts';
import { deferBackchannelLogout } from './backchannel-logout.ts';
import { keepOtherInteractions } from './browser-interactions.ts';
import { applicationIdOf, isDocumentUrl } from './client-ids.ts';
import { type KnownDocuments, tagAnswers } from './conditional-answers.ts';
import { cookieSignatures } from './cookie-signatures.ts';
import { cookiesOf, requireOwnInteraction } from './cookies.ts';
import { countRequests } from './count-requests.ts';
import { devicePages } from './device-pages.ts';
import { loginPage, readExtraParameters } from './extra-parameters.ts';
import { promptPolicy } from './first-party-consent.ts';
import { clientCredentials } from './grants/client-credentials.ts';
import { refreshToken } from './grants/refresh-token.ts';
import { tokenExchange } from './grants/token-exchange.ts';
import { signIdTokens } from './id-tokens.ts';
import { introspectionPolicy } from './introspection.ts';
import type { TenantKeys } from './keys.ts';
import { assertLibrary } from './library-overrides.ts';
import { interactionLifetime, lifetimes } from './lifetimes.ts';
import { logoutPages } from './logout-pages.ts';
import { metadataDocuments } from './metadata-documents.ts';
import { createModelStore } from './model-store.ts';
import { acceptNamedSecrets } from './named-secrets.ts';
import { isOutdated } from './outdated-grants.ts';
import { protectPages } from './page-policy.ts';
import { refuseParametersInQueryOfPost } from './post-query.ts';
import { allowPrivateUseSchemes } from './private-use-schemes.ts';
import { wrapProblems } from './problem.ts';
import { recordProviderEvents } from './provider-events.ts';
import { answerRegistrations, registerFromAnyOrigin, registration } from './registration.ts';
import { rememberClients } from './remembered-clients.ts';
import { renderProblem } from './render-problem.ts';
import { extraParams } from './request-size.ts';
import type { Principal } from './resource-scopes.ts';
import { claimsByScope } from './scopes.ts';
import { renewSessionsInPlace } from './session-renewal.ts';
import { allowTestRedirects } from './test-redirects.ts';
import { fixedClaims, tokenClaims } from './token-claims.ts';
import { alwaysNameScope } from './token-scope.ts';
import { narrowWithdrawnScopes } from './withdrawn-scopes.ts';

/** The principal of a request, as far as known. */
const principalOf = (ctx: KoaContextWithOIDC): Principal | undefined => {
  const { params, client, account, session, entities } = ctx.oidc;
  if (params?.grant_type === 'client_credentials') {
    return client && { type: 'application', id: applicationIdOf(client) };
  }
  const userId =
    account?.accountId ??
    entities.RefreshToken?.accountId ??
    entities.AuthorizationCode?.accountId ??
    entities.DeviceCode?.accountId ??
    session?.accountId;
  return userId ? { type: 'user', id: userId, isToken: ctx.oidc.route === 'token' } : undefined;
};

/**
 * The library checks the redirect URI or the device grant when a request arrives, but not when it resumes after sign-in;
 * the application may have lost it by then.
 */
const grantToResume = async (
  { applications }: Pick<Services, 'applications'>,
  tenantId: string,
  { oidc }: KoaContextWithOIDC,
) => {
  const { client, entities, params, provider, result, session } = oidc;
  if (entities.DeviceCode) {
    if (!client?.grantTypeAllowed(deviceGrant)) throw new errors.UnauthorizedClient();
  } else if (!client?.redirectUriAllowed(String(params?.redirect_uri))) throw new errors.InvalidRedirectUri();
  const grantId = result?.consent?.grantId ?? session?.grantIdFor(client.clientId);
  const grant = grantId ? await provider.Grant.find(grantId) : undefined;
  const application = await applications.find(tenantId, client.clientId);
  return grant && !isOutdated(grant, application) ? grant : undefined;
};

/** CORS origins of the token endpoint: our own pages, the application's list, and its redirect URIs. */
const originsOf = (client: Client, issuer: string): Set<string> =>
  new Set([
    new URL(issuer).origin,
    ...((client as { corsAllowedOrigins?: string[] }).corsAllowedOrigins ?? []),
    ...(client.redirectUris ?? []).flatMap((uri) => {
      const origin = URL.parse(uri)?.origin;
      return origin && origin !== 'null' ? [origin] : [];
    }),
  ]);

export type ProviderServices = Pick<
  Services,
  | 'addresses'
  | 'applications'
  | 'audit'
  | 'clientRegistrations'
  | 'clock'
  | 'databases'
  | 'documentReader'
  | 'invalidation'
  | 'log'
  | 'outbound'
  | 'pages'
  | 'resourceScopes'
  | 'sandbox'
  | 'tokenFailureLimit'
  | 'scripts'
  | 'settings'
  | 'tenants'
  | 'wire'
>;

/** `canRegister`, `acceptsDocuments`: whether applications can register themselves, or describe themselves. */
type Tenant = { tenantId: string; base: string; keys: TenantKeys; canRegister: boolean; acceptsDocuments: boolean };

export const createProvider = (
  services: ProviderServices,
  { tenantId, base, keys, canRegister, acceptsDocuments }: Tenant,
  documents: KnownDocuments,
): Provider => {
  const { addresses, applications, databases, resourceScopes, wire } = services;
  const issuer = `${base}/oidc`;
  const db = databases.of(tenantId);
  const cookies = cookiesOf(addresses, tenantId, base);
  const { secure } = cookies.options;
  const readable = { sameSite: 'lax' as const, httpOnly: false, signed: false, overwrite: true, secure };

  const register = (_id: string, metadata: AdapterPayload) => {
    const { req } = Provider.ctx ?? {};
    if (!req) throw new Error('An application registers itself outside of a request');
    return registerApplication(services, tenantId, metadata, visitOf(req));
  };
  const metadataOf = async (id: string) => (await applications.find(tenantId, id))?.client;
  // Without an answer to a URL, the library reads the document there.
  const storedById = async (id: string) => (isDocumentUrl(id) ? undefined : metadataOf(id));
  const documentsOfClients = metadataDocuments(services, tenantId, acceptsDocuments);

  const provider = new Provider(issuer, {
    adapter: (name: string) =>
      name === 'Client'
        ? { ...createModelStore(databases, tenantId, name), find: storedById, upsert: register }
        : createModelStore(databases, tenantId, name),
    jwks: keys.jwks as never,
    cookies: {
      names: cookies.names,
      keys: cookieSignatures(keys.cookieKeys) as never, // typed as a list, but the interface is enough
      long: cookies.options,
      short: cookies.options,
    },
    ttl: lifetimes,
    conformIdTokenClaims: false,
    clientDefaults: { id_token_signed_response_alg: keys.algorithm as never },
    enabledJWA: {
      idTokenSigningAlgValues: ['RS256', 'PS256', 'ES256', 'ES384', 'ES512'],
    },
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    responseTypes: ['code'],
    subjectTypes: ['public'],
    scopes: ['openid', 'offline_access'],
    claims: claimsByScope(wire),
    extraParams,
    extraClientMetadata: {
      properties: [
        'applicationId',
        'corsAllowedOrigins',
        'accessTokenTtl',
        'idTokenTtl',
        'refreshTokenTtl',
        'refreshTokenTtlInDays',
      ],
    },
    pkce: { required: (_ctx, client) => client.clientAuthMethod !== 'client_secret_basic' },
    clientBasedCORS: (_ctx, origin, client) => originsOf(client, issuer).has(origin),
    fetch: documentsOfClients.fetch,
    // Clients read a token's scope without checking whether there is one.
    formats: {
      customizers: {
        jwt: (_ctx, _token, { payload }) => {
          payload.scope ??= '';
        },
      },
    },
    findAccount: (_ctx, id) => findAccount(db, wire, id),
    // The tenant's script overrides claims, except for the library's own and fixed ones.
    extraTokenClaims: async (ctx, token) => {
      const custom = await customClaims(services, tenantId, ctx, token as never);
      return { ...tokenClaims(wire, ctx, token), ...custom, ...fixedClaims(wire, ctx, token) };
    },
    loadExistingGrant: (ctx) => grantToResume(services, tenantId, ctx),
    issueRefreshToken: async (_ctx, client, source) => {
      if (!client.grantTypeAllowed('refresh_token')) return false;
      if (source.scopes.has('offline_access')) return true;
      const application = await applications.find(tenantId, client.clientId);
      return client.applicationType === 'web' && application?.alwaysIssueRefreshToken === true;
    },
    interactions: {
      policy: promptPolicy(services, tenantId),
      url: (ctx, interaction) => {
        const { uid } = interaction;
        keepOtherInteractions(ctx, cookies.names.interaction, {
          ...cookies.options,
          uid,
          maxAge: interactionLifetime * 1000,
        });
        if (interaction.prompt.name === 'consent') return `${base}/consent`;
        const extras = readExtraParameters(ctx.oidc.params ?? {});
        const { client } = ctx.oidc;
        const appId = client ? applicationIdOf(client) : '';
        const facts = { appId, organizationId: extras.organization_id, uiLocales: extras.ui_locales };
        // Readable by the page, and by the server when a page is reloaded.
        ctx.cookies.set(
          `${addresses.cookiePrefix(tenantId)}${wire.uiCookie}`,
          encodeURIComponent(JSON.stringify(facts)),
          { ...readable, path: addresses.pathOf(base) || '/' },
        );
        const { google_one_tap_credential: credential } = extras;
        if (credential) {
          // Proves that the credential came with this request.
          ctx.cookies.set(cookies.own(wire.oneTapCookie), encodeURIComponent(credential), {
            ...{ ...readable, path: cookies.options.path, maxAge: 10_000 },
          });
        }
        return `${base}${loginPage(extras, appId)}`;
      },
    },
    renderError: (ctx, out) => renderProblem(services, tenantId, ctx, out),
    features: {
      backchannelLogout: { enabled: true },
      clientCredentials: { enabled: true },
      clientIdMetadataDocument: documentsOfClients.feature,
      devInteractions: { enabled: false },
      deviceFlow: { enabled: true, ...devicePages(services, tenantId) },
      dPoP: { enabled: true, nonceSecret: keys.nonceSecret },
      introspection: { enabled: true, allowedPolicy: introspectionPolicy(services, tenantId) },
      pushedAuthorizationRequests: { enabled: true },
      registration: registration(canRegister),
      revocation: { enabled: true },
      rpInitiatedLogout: { enabled: true, ...logoutPages() },
      userinfo: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: async (ctx, _client, oneOf) => {
          const fallback = (await resourceScopes.defaultResource(tenantId)) as never;
          const isGranted = oneOf !== undefined && ctx.oidc.route === 'token' && !ctx.oidc.params?.resource;
          return oneOf && !(isGranted && oneOf.includes(fallback)) ? oneOf : fallback;
        },
        // A code exchange without a resource uses the default one if it was granted, like a refresh.
        useGrantedResource: async (_ctx, { resourceIndicators }) => {
          const fallback = await resourceScopes.defaultResource(tenantId);
          return fallback !== undefined && resourceIndicators.has(fallback);
        },
        getResourceServerInfo: async (ctx, indicator, client) => {
          const asking = await applications.find(tenantId, client.clientId);
          const offer = await resourceScopes.offered(tenantId, indicator, principalOf(ctx), asking);
          if (!offer) throw new errors.InvalidTarget();
          return {
            audience: indicator,
            scope: offer.scopes.join(' '),
            accessTokenTTL: offer.accessTokenTtl,
            accessTokenFormat: 'jwt' as const,
            jwt: { sign: { alg: keys.algorithm as never } },
          };
        },
      },
    },
  });

  assertLibrary(provider);
  // Behind the front door the provider's host and protocol are the tenant's own, see mount.ts.
  provider.proxy = true;
  provider.registerGrantType(
    'client_credentials',
    clientCredentials(services, tenantId, provider),
    ['scope', 'resource', 'organization_id'],
    ['resource'],
  );
  provider.registerGrantType(
    'refresh_token',
    refreshToken(services, tenantId, provider),
    ['refresh_token', 'scope', 'resource', 'organization_id'],
    ['resource'],
  );
  provider.registerGrantType(
    tokenExchangeGrant,
    tokenExchange(services, tenantId, provider),
    [
      ...['subject_token', 'subject_token_type', 'actor_token', 'actor_token_type'],
      ...['scope', 'resource', 'organization_id'],
    ],
    ['resource'],
  );
  allowPrivateUseSchemes(provider);
  signIdTokens(provider, keys, services.clock);
  alwaysNameScope(provider);
  rememberClients(provider, { metadataOf, beforeUse: documentsOfClients.beforeUse });
  narrowWithdrawnScopes(services, tenantId, provider);
  acceptNamedSecrets(services, tenantId, provider);
  renewSessionsInPlace(provider);
  deferBackchannelLogout(services, tenantId, provider);
  recordProviderEvents(services, tenantId, provider);
  if (canRegister) registerFromAnyOrigin(provider);
  answerRegistrations(services, tenantId, provider);
  countRequests(services, { tenantId, base }, provider);
  tagAnswers(provider, documents);
  wrapProblems(provider, services.log);
  protectPages(provider);
  requireOwnInteraction(provider, cookies);
  refuseParametersInQueryOfPost(provider);
  allowTestRedirects(services, { tenantId, base }, provider, cookies);
  return provider;
};
