// OAuth 2 with authorization codes, as far as providers agree: request with state, PKCE and nonce, exchange of the code,
// tokens and their refresh.
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import {
  type AuthorizationAnswer,
  ConnectorError,
  type ConnectorTools,
  type SocialConnector,
  type SocialUser,
  type TokenSet,
} from '../connector.ts';
import { type Claims, hasOpenId, type IdTokenIssuer, verifyIdToken } from './id-token.ts';
import { askProvider, type Call, reasonIn, withQuery } from './provider-call.ts';

type Parameters = Record<string, string | undefined>;

export const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

type MissingCode = 'general' | 'authorization_failed';

/** The user declined at the provider. */
const declined = ['access_denied', 'user_cancelled_login', 'user_cancelled_authorize', 'user_denied'];

/** The value that the provider's response must have, usually the code. `missing`: the error without it. */
export const answered = (
  data: AuthorizationAnswer['data'],
  name = 'code',
  missing: MissingCode = 'general',
): string => {
  const { error } = data;
  if (error !== undefined) {
    const code = declined.includes(String(error)) ? 'authorization_failed' : 'general';
    throw new ConnectorError(code, { message: reasonIn(data) ?? 'the provider reported an error' });
  }
  const value = data[name];
  if (typeof value !== 'string' || value === '') {
    throw new ConnectorError(missing, { message: `the response has no ${name}` });
  }
  return value;
};

const seconds = z.optional(z.union([z.number(), z.string()]));
export const issuedTokens = z.object({
  access_token: z.string().check(z.minLength(1)),
  token_type: z.optional(z.string()),
  refresh_token: z.optional(z.string()),
  scope: z.optional(z.string()),
  expires_in: seconds,
  id_token: z.optional(z.string()),
});
export type IssuedTokens = z.output<typeof issuedTokens>;

export const asTokenSet = (issued: IssuedTokens): TokenSet => ({
  accessToken: issued.access_token,
  refreshToken: issued.refresh_token,
  scope: issued.scope,
  tokenType: issued.token_type,
  expiresIn: issued.expires_in,
});

/** With the token type the provider names; some expect `Bearer` while they name it in lower case. */
export const bearer = ({ access_token, token_type = 'Bearer' }: IssuedTokens) => ({
  authorization: `${/^bearer$/i.test(token_type) ? 'Bearer' : token_type} ${access_token}`,
});

export const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from([id, secret].map(encodeURIComponent).join(':')).toString('base64')}`,
});

export type OAuthConfig = { clientId: string; clientSecret?: string | undefined; scope?: string | undefined };

/** `claims`: of the ID token, if the provider has issued one. */
type Found = { issued: IssuedTokens; answer: AuthorizationAnswer; claims: Claims | undefined };

type OAuthProvider<C extends OAuthConfig> = Pick<
  SocialConnector,
  'id' | 'target' | 'logo' | 'logoDark' | 'formItems' | 'config' | 'oneTap' | 'protocol'
> & {
  authorizationEndpoint: string | ((config: C) => string);
  tokenEndpoint: string | ((config: C) => string);
  /** Requested unless configured, or a function of the configuration; undefined if the provider knows no scopes. */
  scope: string | ((config: C) => string) | undefined;
  /** More parameters of the authorization request. */
  parameters?: (config: C) => Parameters;
  hasPkce?: boolean;
  /** Of ID tokens, which are issued for the scope `openid` and return the nonce. */
  idToken?: (config: C) => IdTokenIssuer;
  /** The ID of the user is not the subject of ID tokens. */
  hasOtherIds?: boolean;
  /** Refuses requests of the Management API, which keeps no session. */
  needsSession?: boolean;
  /** In the `Authorization` header instead of the body. */
  hasBasicLogin?: boolean;
  /** The error code for a response without a code, if not `general`. */
  missingCode?: MissingCode;
  /** Changes the token request where the provider differs. */
  exchange?: (grant: Parameters, config: C, answer: AuthorizationAnswer) => Partial<Call>;
  /** May return other tokens to store. */
  user: (found: Found, config: C, tools: ConnectorTools) => Promise<SocialUser & { tokens?: TokenSet }>;
  /** Whether tokens can be stored. */
  hasTokens?: boolean;
};

const valueFor = <C, T>(value: T | ((config: C) => T), config: C): T =>
  typeof value === 'function' ? (value as (config: C) => T)(config) : value;

const textIn = (session: AuthorizationAnswer['session'], name: string): string | undefined => {
  const value = session[name];
  return typeof value === 'string' ? value : undefined;
};
export const nonceOf = ({ session }: AuthorizationAnswer) => textIn(session, 'nonce');

export const oauthConnector = <C extends OAuthConfig>(provider: OAuthProvider<C>): SocialConnector => {
  const { id, target, protocol = 'oauth2', logo, logoDark, formItems, config: schema, oneTap } = provider;

  const verified = async (
    idToken: string | undefined,
    answer: AuthorizationAnswer,
    config: C,
    tools: ConnectorTools,
  ) => {
    const nonce = nonceOf(answer);
    if (!provider.idToken || (idToken === undefined && nonce === undefined)) return undefined;
    if (idToken === undefined) {
      const { hostname } = new URL(valueFor(provider.tokenEndpoint, config));
      throw new ConnectorError('invalid_response', { message: `${hostname}: no ID token` });
    }
    // A request of the Management API has no nonce.
    const expected = { ...provider.idToken(config), audience: config.clientId, nonce: nonce ?? null };
    return verifyIdToken(idToken, expected, tools);
  };

  const request = (grant: Parameters, config: C, more: Partial<Call> = {}): Call => {
    const { clientId: client_id, clientSecret: client_secret } = config;
    return {
      url: valueFor(provider.tokenEndpoint, config),
      refusal: 'social_auth_code_invalid',
      ...(provider.hasBasicLogin
        ? { form: grant, headers: basic(client_id, client_secret ?? '') }
        : { form: { ...grant, client_id, client_secret } }),
      ...more,
    };
  };

  const scopeFor = (config: C, asked: string | undefined): string | undefined => {
    if (provider.scope === undefined) return undefined;
    if (asked !== undefined) return asked;
    return typeof provider.scope === 'function' ? provider.scope(config) : config.scope || provider.scope;
  };

  const withDefaultScope = formItems.map((item) =>
    item.key === 'scope' && typeof provider.scope === 'string' ? { placeholder: provider.scope, ...item } : item,
  );

  return {
    ...{
      id,
      type: 'Social',
      target,
      platform: 'Universal',
      protocol,
      logo,
      formItems: withDefaultScope,
      config: schema,
    },
    ...(logoDark && { logoDark }),
    ...(oneTap && { oneTap }),
    authorize: async ({ state, redirectUri, scope, keepsSession }, given, tools) => {
      const config = given as C;
      if (provider.needsSession && !keepsSession) throw new ConnectorError('not_implemented');
      const codeVerifier = provider.hasPkce && keepsSession ? tools.random() : undefined;
      const asked = scopeFor(config, scope);
      const nonce = provider.idToken && keepsSession && hasOpenId(asked) ? tools.random() : undefined;
      const parameters = {
        response_type: 'code',
        client_id: config.clientId,
        redirect_uri: redirectUri,
        scope: asked,
        state,
        nonce,
        ...(codeVerifier && { code_challenge: challengeOf(codeVerifier), code_challenge_method: 'S256' }),
      };
      const endpoint = valueFor(provider.authorizationEndpoint, config);
      const uri = withQuery(endpoint, { ...parameters, ...provider.parameters?.(config) });
      return { uri, session: { ...(codeVerifier && { codeVerifier }), ...(nonce && { nonce }) } };
    },
    identify: async (answer, given, tools) => {
      const config = given as C;
      const grant = {
        grant_type: 'authorization_code',
        code: answered(answer.data, 'code', provider.missingCode),
        redirect_uri: answer.redirectUri || undefined,
        code_verifier: textIn(answer.session, 'codeVerifier'),
      };
      const call = request(grant, config, provider.exchange?.(grant, config, answer));
      const issued = await askProvider({ ...call, answer: issuedTokens }, tools);
      const claims = await verified(issued.id_token, answer, config, tools);
      const user = await provider.user({ issued, answer, claims }, config, tools);
      if (claims && !provider.hasOtherIds && user.id !== claims.sub) {
        throw new ConnectorError('social_invalid_id_token', { message: 'ID token rejected: of another user' });
      }
      return { ...(provider.hasTokens && { tokens: asTokenSet(issued) }), ...user };
    },
    ...(provider.hasTokens && {
      renewTokens: async (refreshToken, given, tools) => {
        const grant = { grant_type: 'refresh_token', refresh_token: refreshToken };
        const call = request(grant, given as C, { refusal: 'authorization_failed' });
        return asTokenSet(await askProvider({ ...call, answer: issuedTokens }, tools));
      },
    }),
  };
};
