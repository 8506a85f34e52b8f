// The user in an ID token and a userinfo response. Everything in the token is verified: issuer, signature, age, audience
// and nonce.
import { createLocalJWKSet, errors, type JWTPayload, jwtVerify } from 'jose';
import { ConnectorError, type SocialUser } from '../connector.ts';
import { asymmetricAlgorithms, verifyWithCopy } from '../key-sets.ts';
import { describeToken } from './describe-token.ts';
import type { OidcDocument } from './oidc-document.ts';
import type { SsoNote } from './sso-trace.ts';

export type Claims = JWTPayload & { sub: string };

const mostAge = 10 * 60;
const tenantTemplate = '{tenantid}';

/** An issuer for every tenant of Microsoft: anyone can have one, and write any address into its directory. */
const isTemplate = (issuer: string) => issuer.includes(tenantTemplate);

/** Google, and the tenant of Microsoft with everyone's personal accounts. */
const openToAnyone = [
  'https://accounts.google.com',
  'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0',
];

/** Users of such an issuer, as its own document names it, are not only those of one company. */
export const isSharedIssuer = (issuer: string) =>
  isTemplate(issuer) || openToAnyone.includes(issuer.replace(/\/$/, ''));

const isFrom = (issuer: string, { iss, tid }: JWTPayload): boolean => {
  if (!isTemplate(issuer)) return iss === issuer;
  return typeof tid === 'string' && /^[\w-]{1,64}$/.test(tid) && iss === issuer.replaceAll(tenantTemplate, tid);
};

type Expected = { clientId: string; nonce: unknown; now: number };

const verified = async (idToken: string, { discovery, keySet }: OidcDocument, { clientId, nonce, now }: Expected) => {
  const { payload } = await jwtVerify(idToken, createLocalJWKSet(keySet), {
    audience: clientId,
    algorithms: asymmetricAlgorithms,
    requiredClaims: ['sub', 'iat', 'exp'],
    currentDate: new Date(now),
    clockTolerance: 10,
  });
  const { iat = 0, sub = '' } = payload;
  if (!isFrom(discovery.issuer, payload)) throw new errors.JWTClaimValidationFailed('another issuer', payload, 'iss');
  if (Math.abs(now / 1000 - iat) > mostAge)
    throw new errors.JWTClaimValidationFailed('issued too long ago', payload, 'iat');
  if (typeof payload.nonce !== 'string' || payload.nonce !== nonce)
    throw new errors.JWTClaimValidationFailed('nonce of another request', payload, 'nonce');
  return { ...payload, sub };
};

export const verifyIdToken = async (
  idToken: string,
  document: OidcDocument,
  latest: () => Promise<OidcDocument>,
  expected: Expected,
  note: (more: SsoNote) => void,
): Promise<Claims> => {
  note(describeToken(idToken));
  try {
    return await verifyWithCopy(document, latest, (one) => verified(idToken, one, expected));
  } catch (cause) {
    throw new ConnectorError('social_invalid_id_token', { cause });
  }
};

const camelCased = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const text = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** Only the boolean `true` counts as verified. */
export const userOf = (claims: Record<string, unknown> & { sub: string }, trustsEmail: boolean): SocialUser => {
  const { sub, name, picture, email, email_verified, phone_number, phone_number_verified, ...others } = claims;
  const { phone = phone_number, phone_verified: isPhoneVerified = phone_number_verified } = others;
  const rawData = Object.fromEntries(Object.entries(others).map(([key, value]) => [camelCased(key), value]));
  const [fullName, avatar, address, number] = [name, picture, email, phone].map(text);
  return {
    id: sub,
    ...(fullName && { name: fullName }),
    ...(avatar && { avatar }),
    ...(address && { email: address, isEmailVerified: email_verified === true || trustsEmail }),
    ...(number && { phone: number, isPhoneVerified: isPhoneVerified === true }),
    rawData,
  };
};
