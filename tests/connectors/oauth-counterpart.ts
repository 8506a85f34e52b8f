// A provider as its documentation describes it: it refuses requests with missing, wrong or unknown parameters, and
// accepts each code once.
import { createHash, randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Provider, ProviderAnswer, ProviderHosts, ProviderRequest } from '../harness/providers.ts';
import { type IdTokenClaims, idTokenOf, publishedKeys } from './signed-tokens.ts';

export const clientId = 'client-of-the-shop';
export const clientSecret = 'between-us';

type Parameters = Record<string, string>;
export type Grant = {
  code: string;
  state: string;
  redirectUri: string;
  nonce: string | undefined;
  accessToken: string;
};

export type OAuthCase = {
  connectorId: string;
  /** Where the provider documents what is checked here. */
  docs: string;
  config: object;
  /** Of standard connectors. */
  metadata?: { target: string; name: { en: string } };
  authorization: {
    url: string;
    /** Besides state, redirect URI, PKCE and nonce. */
    query: Parameters;
    hasPkce?: boolean;
    /** If there are ID tokens, unless set. */
    hasNonce?: boolean;
    hasNoRedirectUri?: boolean;
  };
  /** The name of the code in the response; `code` unless set. */
  codeName?: string;
  token: {
    url: string;
    method?: 'GET' | 'POST';
    contentType?: 'form' | 'json' | 'query';
    /** All parameters, except the PKCE verifier. */
    parameters: (grant: Grant) => object;
    login?: 'basic';
    answer?: (grant: Grant) => ProviderAnswer | Promise<ProviderAnswer>;
    /** For a wrong, used or expired code. */
    refusal: ProviderAnswer;
    /** Answers requests to refresh tokens. */
    refresh?: (sent: Parameters) => ProviderAnswer;
    /** Answers further requests to the same URL. */
    further?: (sent: Parameters) => ProviderAnswer | undefined;
    /** Checks more than parameters, such as a signature. */
    accepts?: (request: ProviderRequest) => boolean;
  };
  idToken?: {
    claims: IdTokenClaims;
    /** Where the keys are published; undefined if the client secret is the key. */
    keys?: string;
    /** Instead of the provider's own. */
    sign?: (claims: IdTokenClaims) => Promise<string | undefined>;
  };
  profile: {
    url: string;
    method?: 'GET' | 'POST';
    /** Query parameters, and the token's place if it is not the `Authorization` header. */
    query?: (grant: Grant) => Parameters;
    headers?: (grant: Grant) => Parameters;
    accepts?: (request: ProviderRequest) => boolean;
    answer: object | ((grant: Grant) => ProviderAnswer | Promise<ProviderAnswer>);
  }[];
  /** The response when the user declines; null if the provider's page has no way to. */
  declined: Parameters | null;
  /** The address of the user, if the provider doesn't vouch for it. */
  unverifiedEmail?: string;
  /** The new user. */
  user: { id: string; name: string | null; avatar: string | null; email: string | null };
};

export const bearerOf = ({ accessToken }: Grant): Parameters => ({ authorization: `Bearer ${accessToken}` });

/** The parameters of most token requests. */
export const standardGrant = ({ code, redirectUri }: Pick<Grant, 'code' | 'redirectUri'>) => ({
  grant_type: 'authorization_code',
  code,
  redirect_uri: redirectUri,
});
export const grantWithClient = (grant: Grant) => ({
  ...standardGrant(grant),
  client_id: clientId,
  client_secret: clientSecret,
});

const basicLogin = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
const queryOf = ({ searchParams }: URL): Parameters => Object.fromEntries(searchParams);

const sentParameters = ({ url, body, headers }: ProviderRequest, type = 'form'): object | undefined => {
  if (type === 'query') return body === '' ? queryOf(url) : undefined;
  if (type === 'json') return headers['content-type'] === 'application/json' ? JSON.parse(body) : undefined;
  const isForm = headers['content-type'] === 'application/x-www-form-urlencoded';
  return isForm && url.search === '' ? Object.fromEntries(new URLSearchParams(body)) : undefined;
};

const at = (url: string) => {
  const { hostname, pathname } = new URL(url);
  return `${hostname}${pathname}`;
};

export type Counterpart = ReturnType<typeof startCounterpart>;

export const startCounterpart = (providers: ProviderHosts, provider: OAuthCase) => {
  const problems: string[] = [];
  const grants = new Map<string, Grant & { challenge: string | undefined }>();
  const holders = new Map<string, Grant>();
  const { authorization, token, profile, codeName = 'code' } = provider;

  const refuse = (problem: string, answer: ProviderAnswer): ProviderAnswer => {
    problems.push(problem);
    return answer;
  };

  const withIdToken = async (answer: ProviderAnswer, { nonce }: Grant): Promise<ProviderAnswer> => {
    const { idToken } = provider;
    if (!idToken) return answer;
    const claims = { aud: clientId, nonce, ...idToken.claims };
    const id_token = await (idToken.sign ?? idTokenOf(idToken.keys ? undefined : clientSecret))(claims);
    return { ...answer, body: { ...(answer.body as object), id_token } };
  };

  const exchange: Provider = async (request) => {
    const { code_verifier: verifier, ...sent } = (sentParameters(request, token.contentType) ?? {}) as Parameters;
    const isRefresh = token.refresh && sent.grant_type === 'refresh_token';
    const other = isRefresh ? token.refresh?.(sent) : token.further?.(sent);
    if (other && token.login && request.headers.authorization !== basicLogin) return refuse('login', token.refusal);
    if (other) return other;
    const used = Object.values(sent).find((value) => grants.has(value)) ?? '';
    const grant = grants.get(used);
    if (!grant) return refuse('unknown code', token.refusal);
    grants.delete(used);
    if (request.method !== (token.method ?? 'POST')) return refuse(request.method, token.refusal);
    if (!request.headers['user-agent']) return refuse('no user agent', { status: 403 });
    if (token.login && request.headers.authorization !== basicLogin) return refuse('login', token.refusal);
    const expected = token.parameters(grant);
    const isSame = token.accepts ? token.accepts(request) : isDeepStrictEqual(sent, expected);
    if (!isSame) return refuse(`${JSON.stringify(sent)} instead of ${JSON.stringify(expected)}`, token.refusal);
    const challenge = verifier && createHash('sha256').update(verifier).digest('base64url');
    if (challenge !== grant.challenge) return refuse('code_verifier', token.refusal);
    holders.set(grant.accessToken, grant);
    const answer = token.answer
      ? await token.answer(grant)
      : { body: { access_token: grant.accessToken, token_type: 'Bearer', expires_in: 3600, scope: 'as asked' } };
    return withIdToken(answer, grant);
  };

  const describe =
    (one: OAuthCase['profile'][number]): Provider =>
    async (request) => {
      const grant = [...holders.values()].at(-1);
      const unauthorized = { status: 401, body: { error: 'invalid_token' } };
      if (!grant) return refuse('no token', unauthorized);
      if (request.method !== (one.method ?? 'GET')) return refuse(request.method, { status: 405 });
      if (!request.headers['user-agent']) return refuse('no user agent', { status: 403 });
      const headers = Object.entries(one.headers?.(grant) ?? (one.query ? {} : bearerOf(grant)));
      const wrong = headers.find(([name, value]) => request.headers[name] !== value);
      if (wrong) return refuse(`${wrong[0]}: ${request.headers[wrong[0]]}`, unauthorized);
      const isSame = one.accepts
        ? one.accepts(request)
        : isDeepStrictEqual(queryOf(request.url), one.query?.(grant) ?? {});
      if (!isSame) return refuse(request.url.search, unauthorized);
      return typeof one.answer === 'function' ? one.answer(grant) : { body: one.answer };
    };

  const routes = new Map<string, Provider>([
    [at(token.url), exchange],
    ...profile.map((one): [string, Provider] => [at(one.url), describe(one)]),
  ]);
  const keys = provider.idToken?.keys;
  if (keys) routes.set(at(keys), publishedKeys);
  // Alipay has one URL for everything.
  const gateway = profile.some(({ url }) => at(url) === at(token.url));
  const first = profile[0];
  if (gateway && first) {
    routes.set(at(token.url), (request) => (first.accepts?.(request) ? describe(first)(request) : exchange(request)));
  }
  const hosts = new Set([token.url, ...profile.map(({ url }) => url)].map((url) => new URL(url).hostname));
  for (const hostname of new Set([...hosts, ...(keys ? [new URL(keys).hostname] : [])])) {
    providers.on(hostname, (request) => {
      const route = routes.get(`${hostname}${request.url.pathname}`);
      return route ? route(request) : refuse(`${request.method} ${request.url.href}`, { status: 404 });
    });
  }

  /** What the provider's page checks before it asks the user. */
  const visit = (uri: string) => {
    const url = new URL(uri);
    const { state, redirect_uri, nonce, code_challenge, code_challenge_method, ...rest } = queryOf(url);
    const { hasPkce = false, hasNonce = provider.idToken !== undefined, hasNoRedirectUri = false } = authorization;
    const seen = {
      page: `${url.protocol}//${url.host}${url.pathname}`,
      query: rest,
      hasPkce: code_challenge_method === 'S256' && code_challenge !== undefined,
      hasNonce: nonce !== undefined,
      hasRedirectUri: redirect_uri !== undefined,
    };
    const { protocol, host, pathname } = new URL(authorization.url);
    const page = `${protocol}//${host}${pathname}`;
    const expected = { page, query: authorization.query, hasPkce, hasNonce, hasRedirectUri: !hasNoRedirectUri };
    if (!isDeepStrictEqual(seen, expected)) {
      problems.push(`${JSON.stringify(seen)} instead of ${JSON.stringify(expected)}`);
    }
    return { state: state ?? '', redirectUri: redirect_uri ?? '', nonce, challenge: code_challenge };
  };

  return {
    problems,
    hosts: [...hosts],
    tokenHost: new URL(token.url).hostname,
    /** The user agrees; the parameters of the response. */
    agree: (uri: string): Parameters => {
      const asked = visit(uri);
      const code = randomBytes(12).toString('hex');
      grants.set(code, { code, ...asked, accessToken: randomBytes(12).toString('hex') });
      return { state: asked.state, [codeName]: code };
    },
    decline: (uri: string): Parameters => ({ state: visit(uri).state, ...provider.declined }),
    /** Codes expire at the provider. */
    expire: () => grants.clear(),
  };
};

/**
 * WeCom needs a token of the application besides the code. It issues the same one until it expires or is withdrawn:
 * https://developer.work.weixin.qq.com/document/path/91039
 */
export const serveApplicationToken = (providers: ProviderHosts, token = () => 'of the application') => {
  const host = 'qyapi.weixin.qq.com';
  const before = providers.handlerOf(host);
  providers.on(host, (request) => {
    if (request.url.pathname !== '/cgi-bin/gettoken') {
      const isValid = request.url.searchParams.get('access_token') === token();
      if (!isValid) return { body: { errcode: 42001, errmsg: 'access_token expired' } };
      return before?.(request) ?? { status: 404 };
    }
    const { corpid, corpsecret } = Object.fromEntries(request.url.searchParams);
    const isKnown = corpid === clientId && corpsecret === clientSecret;
    return isKnown
      ? { body: { errcode: 0, errmsg: 'ok', access_token: token(), expires_in: 7200 } }
      : { body: { errcode: 40013, errmsg: 'invalid corpid' } };
  });
};
