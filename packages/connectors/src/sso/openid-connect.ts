// Enterprise identity providers that speak OpenID Connect, with the authorization code flow and PKCE.
import { createHash } from 'node:crypto';
import type { SsoProviderName } from '@tessera/contract/sso-connectors';
import * as z from 'zod/mini';
import { ConnectorError, type ConnectorTools, type TokenSet } from '../connector.ts';
import { required } from '../social/form.ts';
import { isSharedIssuer, userOf, verifyIdToken } from './oidc-claims.ts';
import { diagnoseOidc } from './oidc-diagnosis.ts';
import { discoveryUrlOf, loadOidcDocument, type OidcDocument, readOidcDocument } from './oidc-document.ts';
import { codeIn } from './oidc-response.ts';
import type { SsoConnection, SsoDocument, SsoProvider } from './sso-provider.ts';
import { type SsoNote, untraced } from './sso-trace.ts';

export const clientEntries = {
  clientId: required,
  clientSecret: required,
  scope: z.optional(z.string().check(z.maxLength(2048))),
};
export type OidcConfig = {
  clientId: string;
  clientSecret: string;
  scope?: string | undefined;
  trustUnverifiedEmail?: boolean | undefined;
};

const issuedTokens = z.object({
  access_token: z.optional(z.string()),
  refresh_token: z.optional(z.string()),
  scope: z.optional(z.string()),
  token_type: z.optional(z.string()),
  expires_in: z.optional(z.union([z.number(), z.string()])),
});
const firstTokens = z.extend(issuedTokens, { id_token: z.string() });

type Difference = {
  name: SsoProviderName;
  logo: string;
  logoDark?: string;
  config: z.ZodMiniType;
  issuer: (config: unknown) => string;
  /** Entra ID publishes the ID of the tenant in place of its domain, or a placeholder. */
  checksIssuer?: boolean;
  parameters?: (config: unknown) => Record<string, string>;
  /** Userinfo adds to the claims of the ID token instead of replacing them, and may be missing. */
  mergesClaims?: boolean;
};

const parsed = <T extends z.ZodMiniType>(schema: T, body: Buffer): z.output<T> => {
  try {
    return z.parse(schema, JSON.parse(body.toString()));
  } catch (cause) {
    throw new ConnectorError('invalid_response', { cause });
  }
};

const askForTokens = (
  { clientId, clientSecret }: OidcConfig,
  endpoint: string,
  grant: Record<string, string>,
  tools: ConnectorTools,
) => {
  const credentials = [clientId, clientSecret].map(encodeURIComponent).join(':');
  return tools.fetch(endpoint, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(grant).toString(),
  });
};

const asTokenSet = (issued: z.output<typeof issuedTokens>): TokenSet | undefined =>
  issued.access_token === undefined
    ? undefined
    : {
        accessToken: issued.access_token,
        refreshToken: issued.refresh_token,
        scope: issued.scope,
        tokenType: issued.token_type,
        expiresIn: issued.expires_in,
      };

const wordsOf = (scope = '') => scope.split(/[\s+]+/).filter(Boolean);
const scopeOf = ({ scope }: OidcConfig, more = '') =>
  [...new Set(['openid', 'profile', 'email', ...wordsOf(scope), ...wordsOf(more)])].join(' ');

const documentOf = (document: SsoDocument): OidcDocument => {
  const found = readOidcDocument(document);
  if (!found) throw new ConnectorError('invalid_config');
  return found;
};
const configOf = ({ config }: Pick<SsoConnection, 'config'>) => config as OidcConfig;

const fetchUserInfo = async (
  endpoint: string,
  accessToken: string,
  tools: ConnectorTools,
  note: (more: SsoNote) => void,
) => {
  note({ url: endpoint });
  const headers = { accept: 'application/json', authorization: `Bearer ${accessToken}` };
  const { status, body } = await tools.fetch(endpoint, { headers });
  note({ status, body: body.toString() });
  if (status !== 200) throw new ConnectorError('invalid_response', { message: `the userinfo endpoint: ${status}` });
  return parsed(z.looseObject({ sub: z.string() }), body);
};

export const oidcProvider = (difference: Difference): SsoProvider => {
  const { issuer, checksIssuer = true, mergesClaims = false, parameters = () => ({}), ...facts } = difference;

  const redeem = async (
    { code, redirectUri, codeVerifier }: { code: string; redirectUri: string; codeVerifier: string },
    connection: SsoConnection,
    tools: ConnectorTools,
    note: (more: SsoNote) => void,
  ) => {
    const { token_endpoint } = documentOf(connection.document).discovery;
    const grant = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: codeVerifier };
    note({ url: token_endpoint });
    const { status, body } = await askForTokens(configOf(connection), token_endpoint, grant, tools);
    note({ status });
    if (status !== 200) {
      note({ body: body.toString() });
      throw new ConnectorError('social_auth_code_invalid', { message: `the token endpoint: ${status}` });
    }
    return parsed(firstTokens, body);
  };

  return {
    ...facts,
    type: 'oidc',
    sourceOf: (config) => discoveryUrlOf(issuer(config)),
    loadDocument: (config, tools, trace) => loadOidcDocument(issuer(config), checksIssuer, tools, trace),
    certificateExpiryOf: () => undefined,
    issuerOf: issuer,
    isShared: (document) => isSharedIssuer(documentOf(document).discovery.issuer),
    describe: (config, document) => {
      const found = readOidcDocument(document);
      if (!config || !found) return undefined;
      const { discovery } = found;
      const settings = config as OidcConfig;
      return {
        issuer: discovery.issuer,
        authorizationEndpoint: discovery.authorization_endpoint,
        tokenEndpoint: discovery.token_endpoint,
        ...(discovery.userinfo_endpoint && { userinfoEndpoint: discovery.userinfo_endpoint }),
        jwksUri: discovery.jwks_uri,
        scope: scopeOf(settings),
        clientId: settings.clientId,
        clientSecret: settings.clientSecret,
      };
    },
    authorize: async ({ state, redirectUri, scope }, connection, tools) => {
      const uri = new URL(documentOf(connection.document).discovery.authorization_endpoint);
      const [nonce, codeVerifier] = [tools.random(), tools.random()];
      const settings = configOf(connection);
      const query = {
        client_id: settings.clientId,
        response_type: 'code',
        redirect_uri: redirectUri,
        scope: scopeOf(settings, scope),
        state,
        nonce,
        // Providers without PKCE support ignore it.
        code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
        code_challenge_method: 'S256',
        ...parameters(settings),
      };
      for (const [name, value] of Object.entries(query)) uri.searchParams.set(name, value);
      return { uri: uri.href, session: { nonce, codeVerifier } };
    },
    identify: async ({ data, redirectUri, session }, connection, tools, trace = untraced) => {
      const { nonce, codeVerifier } = session;
      const code = await codeIn(data, trace);
      if (typeof codeVerifier !== 'string') throw new ConnectorError('social_auth_code_invalid');
      const settings = configOf(connection);
      const document = documentOf(connection.document);
      const question = { code, redirectUri, codeVerifier };
      const issued = await trace('token', (note) => redeem(question, connection, tools, note));
      const latest = async () => documentOf(await connection.latestDocument());
      const expected = { clientId: settings.clientId, nonce, now: tools.now() };
      const claims = await trace('id_token', (note) =>
        verifyIdToken(issued.id_token, document, latest, expected, note),
      );
      const tokens = asTokenSet(issued);
      const trustsEmail = settings.trustUnverifiedEmail === true && !isSharedIssuer(document.discovery.issuer);
      const { userinfo_endpoint } = document.discovery;
      return trace('attributes', async (note) => {
        if (!tokens && !mergesClaims) throw new ConnectorError('invalid_response', { message: 'no access token' });
        const more =
          userinfo_endpoint && tokens
            ? await fetchUserInfo(userinfo_endpoint, tokens.accessToken, tools, note)
            : undefined;
        // Userinfo for a different subject must not be used.
        if (more && more.sub !== claims.sub)
          throw new ConnectorError('authorization_failed', { message: 'another subject' });
        const known = mergesClaims ? { ...claims, ...more } : (more ?? claims);
        return { user: userOf({ ...known, sub: claims.sub }, trustsEmail), tokens };
      });
    },
    diagnose: diagnoseOidc,
    renewTokens: async (refreshToken, connection, tools) => {
      const { token_endpoint } = documentOf(connection.document).discovery;
      const grant = { grant_type: 'refresh_token', refresh_token: refreshToken };
      const { status, body } = await askForTokens(configOf(connection), token_endpoint, grant, tools);
      if ([400, 401, 403].includes(status)) throw new ConnectorError('authorization_failed');
      const tokens = status === 200 ? asTokenSet(parsed(issuedTokens, body)) : undefined;
      if (!tokens) throw new ConnectorError('invalid_response', { message: `the token endpoint: ${status}` });
      return tokens;
    },
  };
};
