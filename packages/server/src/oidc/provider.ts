// The OpenID Connect provider of one tenant: the published library, shaped by configuration alone.
import Provider, { type Client, errors, type KoaContextWithOIDC } from 'oidc-provider';
import { customClaims } from '../custom-jwt/claims.ts';
import type { Services } from '../services.ts';
import { findAccount } from './account.ts';
import { noticeLogouts } from './backchannel-logout.ts';
import { type KnownDocuments, tagAnswers } from './conditional-answers.ts';
import { cookieSignatures } from './cookie-signatures.ts';
import { extraParameterNames, loginPage, readExtraParameters } from './extra-parameters.ts';
import { clientCredentials } from './grants/client-credentials.ts';
import { tokenExchangeGrant } from './grants/exchange-types.ts';
import { refreshToken } from './grants/refresh-token.ts';
import { tokenExchange } from './grants/token-exchange.ts';
import type { TenantKeys } from './keys.ts';
import { lifetimes } from './lifetimes.ts';
import { logoutPages } from './logout-pages.ts';
import { createModelStore } from './model-store.ts';
import { acceptNamedSecrets } from './named-secrets.ts';
import { promptPolicy } from './our-consent.ts';
import { protectPages } from './page-policy.ts';
import { refuseParametersInQueryOfPost } from './post-query.ts';
import { wrapProblems } from './problem.ts';
import { recordProviderEvents } from './provider-events.ts';
import { rememberClients } from './remembered-clients.ts';
import { renderProblem } from './render-problem.ts';
import type { Principal } from './resource-scopes.ts';
import { claimsByScope } from './scopes.ts';
import { tokenClaims } from './token-claims.ts';

const cookieNames = (prefix: string) => ({
  session: `${prefix}_session`,
  interaction: `${prefix}_interaction`,
  resume: `${prefix}_interaction_resume`,
});

/** The principal of a request, as far as it is known at this point of it. */
const principalOf = (ctx: KoaContextWithOIDC): Principal | undefined => {
  const { params, client, account, session, entities } = ctx.oidc;
  if (params?.grant_type === 'client_credentials') {
    return client && { type: 'application', id: client.clientId };
  }
  const userId =
    account?.accountId ??
    entities.RefreshToken?.accountId ??
    entities.AuthorizationCode?.accountId ??
    session?.accountId;
  return userId ? { type: 'user', id: userId, isToken: ctx.oidc.route === 'token' } : undefined;
};

/**
 * The library compares the redirect URI when a request comes in, but not when it is taken up again after signing in;
 * by then the application may have given the address up.
 */
const grantToResume = async ({ oidc: { client, params, provider, result, session } }: KoaContextWithOIDC) => {
  if (!client?.redirectUriAllowed(String(params?.redirect_uri))) throw new errors.InvalidRedirectUri();
  const grantId = result?.consent?.grantId ?? session?.grantIdFor(client.clientId);
  return grantId ? provider.Grant.find(grantId) : undefined;
};

/** Where scripts may call the token endpoint from: our own pages, what the application lists, where it is served. */
const originsOf = (client: Client, issuer: string): Set<string> =>
  new Set([
    new URL(issuer).origin,
    ...((client as { corsAllowedOrigins?: string[] }).corsAllowedOrigins ?? []),
    ...(client.redirectUris ?? []).flatMap((uri) => {
      const origin = URL.parse(uri)?.origin;
      return origin && origin !== 'null' ? [origin] : [];
    }),
  ]);

export const createProvider = (
  services: Services,
  { tenantId, base }: { tenantId: string; base: string },
  keys: TenantKeys,
  documents: KnownDocuments,
): Provider => {
  const { addresses, applications, databases, resourceScopes, wire } = services;
  const issuer = `${base}/oidc`;
  const db = databases.of(tenantId);
  const path = addresses.pathOf(base) || '/';
  const cookie = {
    signed: true,
    overwrite: true,
    httpOnly: true,
    sameSite: 'lax' as const,
    path,
    secure: issuer.startsWith('https:'),
  };

  const metadataOf = async (id: string) => (await applications.find(tenantId, id))?.client;

  const provider = new Provider(issuer, {
    adapter: (name: string) =>
      name === 'Client'
        ? { ...createModelStore(databases, tenantId, name), find: metadataOf }
        : createModelStore(databases, tenantId, name),
    jwks: keys.jwks as never,
    cookies: {
      names: cookieNames(addresses.cookiePrefix(tenantId)),
      keys: cookieSignatures(keys.cookieKeys) as never, // typed as a list, which it need not be
      long: cookie,
      short: cookie,
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
    extraParams: extraParameterNames,
    extraClientMetadata: {
      properties: ['corsAllowedOrigins', 'idTokenTtl', 'refreshTokenTtl', 'refreshTokenTtlInDays'],
    },
    pkce: { required: (_ctx, client) => client.clientAuthMethod !== 'client_secret_basic' },
    clientBasedCORS: (_ctx, origin, client) => originsOf(client, issuer).has(origin),
    fetch: services.outbound.asFetch(),
    findAccount: (_ctx, id) => findAccount(db, wire, id),
    // The tenant's script has the last word, except on what the library itself says of a token.
    extraTokenClaims: async (ctx, token) => {
      const custom = await customClaims(services, tenantId, ctx, token as never);
      const ours = tokenClaims(wire, ctx, token);
      return custom ? { ...ours, ...custom } : ours;
    },
    loadExistingGrant: (ctx) => grantToResume(ctx),
    issueRefreshToken: async (_ctx, client, source) => {
      if (!client.grantTypeAllowed('refresh_token')) return false;
      if (source.scopes.has('offline_access')) return true;
      const application = await applications.find(tenantId, client.clientId);
      return client.applicationType === 'web' && application?.alwaysIssueRefreshToken === true;
    },
    interactions: {
      policy: promptPolicy(services, tenantId),
      url: (ctx, interaction) => {
        if (interaction.prompt.name === 'consent') return `${base}/consent`;
        const extras = readExtraParameters(ctx.oidc.params ?? {});
        const clientId = String(interaction.params.client_id);
        const facts = { appId: clientId, organizationId: extras.organization_id, uiLocales: extras.ui_locales };
        // Readable by the page, and by the server when a page is reloaded.
        ctx.cookies.set(
          `${addresses.cookiePrefix(tenantId)}${wire.uiCookie}`,
          encodeURIComponent(JSON.stringify(facts)),
          { sameSite: 'lax', path, httpOnly: false, signed: false, overwrite: true, secure: cookie.secure },
        );
        const { google_one_tap_credential: credential } = extras;
        if (credential) {
          // Proves to the step that takes the credential that it came with this request.
          ctx.cookies.set(`${addresses.cookiePrefix(tenantId)}${wire.oneTapCookie}`, encodeURIComponent(credential), {
            ...{ sameSite: 'lax', path, httpOnly: false, signed: false, overwrite: true, secure: cookie.secure },
            maxAge: 10_000,
          });
        }
        return `${base}${loginPage(extras, clientId)}`;
      },
    },
    renderError: (ctx, out) => renderProblem(services, tenantId, ctx, out),
    features: {
      backchannelLogout: { enabled: true },
      clientCredentials: { enabled: true },
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      introspection: {
        enabled: true,
        allowedPolicy: (_ctx, client, token) =>
          client.clientAuthMethod !== 'none' || (token as { clientId?: string }).clientId === client.clientId,
      },
      pushedAuthorizationRequests: { enabled: true },
      revocation: { enabled: true },
      rpInitiatedLogout: { enabled: true, ...logoutPages() },
      userinfo: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: async (_ctx, _client, oneOf) => {
          if (oneOf) return oneOf;
          return (await resourceScopes.defaultResource(tenantId)) as never;
        },
        useGrantedResource: () => false,
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

  // Behind the front door the provider's idea of host and protocol is the tenant's own, see mount.ts.
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
  rememberClients(provider, metadataOf);
  acceptNamedSecrets(services, tenantId, provider);
  noticeLogouts(services, tenantId, provider);
  recordProviderEvents(services, tenantId, provider);
  tagAnswers(provider, documents);
  wrapProblems(provider, services.log);
  protectPages(provider);
  refuseParametersInQueryOfPost(provider);
  return provider;
};
