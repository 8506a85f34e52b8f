// Verifies ID tokens: signature, issuer, audience, age and nonce.
import { createLocalJWKSet, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose';
import * as z from 'zod/mini';
import { ConnectorError, type ConnectorTools, type SocialUser } from '../connector.ts';
import { askProvider } from './provider-call.ts';

export type Claims = JWTPayload & { sub: string; exp: number };

/** In seconds, unless the connector has a setting for it. */
export const clockTolerance = 10;

type Expected = {
  jwksUri: string;
  audience: string;
  /** Not checked if undefined. */
  issuer?: string | string[] | undefined;
  /** Not checked if null: an unsolicited token has none. */
  nonce: string | undefined | null;
  algorithms?: string[] | undefined;
  clockTolerance?: number | string | undefined;
  maxTokenAge?: number | string | undefined;
  subject?: string | undefined;
  typ?: string | undefined;
};

// No symmetric algorithms, which the client secret could sign.
const asymmetric = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

const keySet = z.looseObject({ keys: z.array(z.looseObject({ kty: z.string() })) });

export const verifyIdToken = async (idToken: string, expected: Expected, tools: ConnectorTools): Promise<Claims> => {
  const { jwksUri: url, audience, issuer, nonce, algorithms = asymmetric } = expected;
  const { maxTokenAge, subject, typ } = expected;
  const keys = await askProvider({ url, answer: keySet, refusal: 'general' }, tools);
  try {
    const { payload } = await jwtVerify(idToken, createLocalJWKSet(keys as unknown as JSONWebKeySet), {
      audience,
      algorithms: algorithms.filter((one) => asymmetric.includes(one)),
      requiredClaims: ['sub', 'iat', 'exp'],
      currentDate: new Date(tools.now()),
      clockTolerance: expected.clockTolerance ?? clockTolerance,
      ...(issuer !== undefined && { issuer }),
      ...(maxTokenAge !== undefined && { maxTokenAge }),
      ...(subject !== undefined && { subject }),
      ...(typ !== undefined && { typ }),
    });
    if (nonce !== null && (nonce === undefined || payload.nonce !== nonce)) throw new Error('nonce mismatch');
    const { sub, exp } = payload;
    if (typeof sub !== 'string' || sub === '') throw new Error('no subject');
    if (exp === undefined) throw new Error('no expiry');
    return { ...payload, sub, exp };
  } catch (cause) {
    const message = `ID token rejected: ${cause instanceof Error ? cause.message : 'invalid'}`;
    throw new ConnectorError('social_invalid_id_token', { cause, message });
  }
};

/** OpenID Connect requires the scope `openid`. */
export const withOpenId = (scope: string) => {
  const words = scope.split(/[\s+]+/).filter(Boolean);
  return [...new Set([...words, ...(words.includes('openid') ? [] : ['openid'])])].join(' ');
};

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
