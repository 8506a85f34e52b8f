// Enterprise sign-in by OpenID Connect. Whatever comes from the provider is checked: its own name, the signature and the
// age of the ID token, for whom it is, and that the answer belongs to our question.
import { ConnectorError, type ConnectorTools, type TokenSet } from '@tessera/connectors/connector';
import { createLocalJWKSet, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose';
import * as z from 'zod/mini';
import { usableUser } from '../connectors/social-connector.ts';
import { random } from '../random.ts';
import type { SsoProvider } from './sso-provider.ts';

const config = z.looseObject({
  issuer: z.url({ protocol: /^https?$/ }),
  clientId: z.string().check(z.minLength(1)),
  clientSecret: z.string().check(z.minLength(1)),
  scope: z.optional(z.string()),
});
type Config = z.output<typeof config>;

const discovered = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url({ protocol: /^https?$/ }),
  token_endpoint: z.url({ protocol: /^https?$/ }),
  jwks_uri: z.url({ protocol: /^https?$/ }),
  userinfo_endpoint: z.optional(z.url({ protocol: /^https?$/ })),
});
const issuedTokens = z.object({
  access_token: z.string(),
  refresh_token: z.optional(z.string()),
  scope: z.optional(z.string()),
  token_type: z.optional(z.string()),
  expires_in: z.optional(z.union([z.number(), z.string()])),
});
const firstTokens = z.extend(issuedTokens, { id_token: z.string() });
// Never one that a client secret could sign with.
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
const mostAge = 10 * 60;

const sameIssuer = (one: string, other: string) => one.replace(/\/$/, '') === other.replace(/\/$/, '');

const parsed = <T extends z.ZodMiniType>(schema: T, body: Buffer): z.output<T> => {
  let value: unknown;
  try {
    value = JSON.parse(body.toString());
  } catch (cause) {
    throw new ConnectorError('invalid_response', { cause });
  }
  const result = z.safeParse(schema, value);
  if (!result.success) throw new ConnectorError('invalid_response', { cause: result.error });
  return result.data;
};

const fetchJson = async <T extends z.ZodMiniType>(
  tools: ConnectorTools,
  url: string,
  schema: T,
  headers: Record<string, string> = {},
): Promise<z.output<T>> => {
  const { status, body } = await tools.fetch(url, { headers: { accept: 'application/json', ...headers } });
  if (status !== 200) throw new ConnectorError('invalid_response', { message: `${new URL(url).pathname}: ${status}` });
  return parsed(schema, body);
};

const discover = async ({ issuer }: Config, tools: ConnectorTools) => {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const found = await fetchJson(tools, address, discovered);
  if (!sameIssuer(found.issuer, issuer)) throw new ConnectorError('invalid_config');
  return found;
};

const askForTokens = async (
  { clientId, clientSecret }: Config,
  endpoint: string,
  grant: Record<string, string>,
  tools: ConnectorTools,
): Promise<{ status: number; body: Buffer }> => {
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

const asTokenSet = (issued: z.output<typeof issuedTokens>): TokenSet => ({
  accessToken: issued.access_token,
  refreshToken: issued.refresh_token,
  scope: issued.scope,
  tokenType: issued.token_type,
  expiresIn: issued.expires_in,
});

const verifiedClaims = async (
  idToken: string,
  keys: JSONWebKeySet,
  expected: { issuer: string; clientId: string; nonce: unknown; now: number },
): Promise<JWTPayload & { sub: string }> => {
  try {
    const { payload } = await jwtVerify(idToken, createLocalJWKSet(keys), {
      issuer: expected.issuer,
      audience: expected.clientId,
      algorithms,
      requiredClaims: ['sub', 'iat', 'exp'],
      currentDate: new Date(expected.now),
      clockTolerance: 10,
    });
    const { iat = 0, nonce, sub = '' } = payload;
    if (Math.abs(expected.now / 1000 - iat) > mostAge) throw new Error('issued too long ago');
    if (nonce !== undefined && nonce !== expected.nonce) throw new Error('the answer to another question');
    return { ...payload, sub };
  } catch (cause) {
    throw new ConnectorError('social_invalid_id_token', { cause });
  }
};

const camelCased = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const text = (value: unknown) => (typeof value === 'string' ? value : undefined);

const userOf = (claims: Record<string, unknown> & { sub: string }) => {
  const { sub, name, picture, email, email_verified, phone_number, phone_number_verified, ...others } = claims;
  const rawData = Object.fromEntries(Object.entries(others).map(([key, value]) => [camelCased(key), value]));
  const [fullName, avatar, address, number] = [name, picture, email, phone_number].map(text);
  return usableUser({
    id: sub,
    ...(fullName && { name: fullName }),
    ...(avatar && { avatar }),
    ...(address && { email: address, isEmailVerified: email_verified === true }),
    ...(number && { phone: number, isPhoneVerified: phone_number_verified === true }),
    rawData,
  });
};

export const openIdConnect: SsoProvider = {
  config,
  issuer: (given) => (given as Config).issuer,
  authorize: async ({ state, redirectUri, scope }, given, tools) => {
    const settings = given as Config;
    const { authorization_endpoint } = await discover(settings, tools);
    const nonce = random.secret();
    const uri = new URL(authorization_endpoint);
    const wanted = ['openid', 'profile', 'email', ...`${settings.scope ?? ''} ${scope ?? ''}`.split(/\s+/)];
    const query = {
      client_id: settings.clientId,
      response_type: 'code',
      redirect_uri: redirectUri,
      scope: [...new Set(wanted.filter(Boolean))].join(' '),
      state,
      nonce,
    };
    for (const [name, value] of Object.entries(query)) uri.searchParams.set(name, value);
    return { uri: uri.href, session: { nonce } };
  },
  identify: async ({ data, redirectUri, session }, given, tools) => {
    const settings = given as Config;
    if (data.error !== undefined) throw new ConnectorError('authorization_failed', { message: String(data.error) });
    if (typeof data.code !== 'string' || !data.code) throw new ConnectorError('insufficient_request_parameters');
    const provider = await discover(settings, tools);
    const grant = { grant_type: 'authorization_code', code: data.code, redirect_uri: redirectUri };
    const exchanged = await askForTokens(settings, provider.token_endpoint, grant, tools);
    if (exchanged.status !== 200) throw new ConnectorError('social_auth_code_invalid');
    const issued = parsed(firstTokens, exchanged.body);
    const tokens = asTokenSet(issued);
    const keys = await fetchJson(tools, provider.jwks_uri, z.looseObject({ keys: z.array(z.looseObject({})) }));
    const claims = await verifiedClaims(issued.id_token, keys as unknown as JSONWebKeySet, {
      issuer: provider.issuer,
      clientId: settings.clientId,
      nonce: session.nonce,
      now: tools.now(),
    });
    if (!provider.userinfo_endpoint) return { user: userOf(claims), tokens };
    const authorization = `Bearer ${issued.access_token}`;
    const told = z.looseObject({ sub: z.string() });
    const more = await fetchJson(tools, provider.userinfo_endpoint, told, { authorization });
    // About somebody else, it says nothing about the person who signed in.
    if (more.sub !== claims.sub) throw new ConnectorError('authorization_failed');
    return { user: userOf(more), tokens };
  },
  renewTokens: async (refreshToken, given, tools) => {
    const settings = given as Config;
    const { token_endpoint } = await discover(settings, tools);
    const grant = { grant_type: 'refresh_token', refresh_token: refreshToken };
    const { status, body } = await askForTokens(settings, token_endpoint, grant, tools);
    if ([400, 401, 403].includes(status)) throw new ConnectorError('authorization_failed');
    if (status !== 200) throw new ConnectorError('invalid_response', { message: `the token endpoint: ${status}` });
    return asTokenSet(parsed(issuedTokens, body));
  },
};
