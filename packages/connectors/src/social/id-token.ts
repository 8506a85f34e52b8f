// Verifies ID tokens: signature, issuer, audience, age and nonce.
import { createLocalJWKSet, type JSONWebKeySet, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import * as z from 'zod/mini';
import { ConnectorError, type ConnectorTools, type SocialUser } from '../connector.ts';
import { asymmetricAlgorithms, keySet, verifyWithCopy } from '../key-sets.ts';
import { askProvider } from './provider-call.ts';

export type Claims = JWTPayload & { sub: string; exp: number };

/** In seconds, unless the connector has a setting for it. */
export const clockTolerance = 10;

/** Who signs ID tokens: with published keys, or with the client secret. The issuer isn't checked if undefined. */
export type IdTokenIssuer = ({ jwksUri: string } | { secret: string }) & { issuer?: string | string[] | undefined };

type Expected = IdTokenIssuer & {
  audience: string;
  /** Not checked if null: an unsolicited token has none. */
  nonce: string | undefined | null;
  algorithms?: string[] | undefined;
  clockTolerance?: number | string | undefined;
  maxTokenAge?: number | string | undefined;
  subject?: string | undefined;
  typ?: string | undefined;
};

const loadKeys = async (url: string, tools: ConnectorTools) =>
  (await askProvider({ url, answer: keySet, refusal: 'general' }, tools)) as JSONWebKeySet;

const rejected = (cause: unknown): never => {
  const message = `ID token rejected: ${cause instanceof Error ? cause.message : 'invalid'}`;
  throw new ConnectorError('social_invalid_id_token', { cause, message });
};

type Verify = (key: JWTVerifyGetKey, algorithms: string[]) => Promise<Claims>;

const verifyBy = async (expected: IdTokenIssuer, tools: ConnectorTools, verify: Verify): Promise<Claims> => {
  if ('secret' in expected) {
    const { secret } = expected;
    return verify(() => Buffer.from(secret), ['HS256']).catch(rejected);
  }
  const { jwksUri: url } = expected;
  const keys = (which: 'kept' | 'latest') => tools.keySets(url, () => loadKeys(url, tools), which);
  const kept = await keys('kept');
  const latest = () => keys('latest');
  return verifyWithCopy(kept, latest, (set) => verify(createLocalJWKSet(set), asymmetricAlgorithms)).catch(rejected);
};

export const verifyIdToken = async (idToken: string, expected: Expected, tools: ConnectorTools): Promise<Claims> => {
  const { audience, issuer, nonce, maxTokenAge, subject, typ } = expected;
  const verify: Verify = async (key, algorithms) => {
    const { payload } = await jwtVerify(idToken, key, {
      audience,
      algorithms: algorithms.filter((one) => expected.algorithms?.includes(one) ?? true),
      requiredClaims: ['sub', 'iat', 'exp'],
      currentDate: new Date(tools.now()),
      clockTolerance: expected.clockTolerance ?? clockTolerance,
      ...(issuer !== undefined && { issuer }),
      ...(maxTokenAge !== undefined && { maxTokenAge }),
      ...(subject !== undefined && { subject }),
      ...(typ !== undefined && { typ }),
    });
    if (nonce !== null && (nonce === undefined || payload.nonce !== nonce)) throw new Error('nonce mismatch');
    const { iss, sub, exp } = payload;
    // Any JSON passes where the issuer isn't compared.
    if (iss !== undefined && typeof iss !== 'string') throw new Error('invalid issuer');
    if (typeof sub !== 'string' || sub === '') throw new Error('no subject');
    if (exp === undefined) throw new Error('no expiry');
    return { ...payload, sub, exp };
  };
  return verifyBy(expected, tools, verify);
};

const wordsOf = (scope: string) => scope.split(/[\s+]+/).filter(Boolean);
/** Providers issue ID tokens for the scope `openid` only. */
export const hasOpenId = (scope = '') => wordsOf(scope).includes('openid');
export const withOpenId = (scope: string) => [...new Set([...wordsOf(scope), 'openid'])].join(' ');

const standardClaims = z.object({
  sub: z.string().check(z.minLength(1)),
  name: z.catch(z.optional(z.string()), undefined),
  picture: z.catch(z.optional(z.string()), undefined),
  email: z.catch(z.optional(z.string()), undefined),
  email_verified: z.optional(z.unknown()),
});
/** The answer of a userinfo endpoint that follows OpenID Connect. */
export const userInfo = z.looseObject({ sub: z.string().check(z.minLength(1)) });

/** Standard claims; only the boolean `true` means verified. */
export const userFromClaims = (claims: Record<string, unknown>): SocialUser => {
  const { sub, name, picture, email, email_verified } = z.parse(standardClaims, claims);
  return {
    id: sub,
    ...(name && { name }),
    ...(picture && { avatar: picture }),
    ...(email && { email, isEmailVerified: email_verified === true }),
    rawData: claims,
  };
};
