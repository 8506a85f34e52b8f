// Keys that providers publish for the tokens they sign.
import { errors, type JSONWebKeySet } from 'jose';
import * as z from 'zod/mini';

/** No symmetric algorithms: anyone can sign with a public key. */
export const asymmetricAlgorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'],
];

export const keySet = z.object({
  keys: z.array(z.looseObject({ kty: z.string() })).check(z.minLength(1), z.maxLength(100)),
});

/** A kept copy of the key set at this URL, or one that was loaded at most two seconds ago. */
export type KeySets = (
  url: string,
  load: () => Promise<JSONWebKeySet>,
  which?: 'kept' | 'latest',
) => Promise<JSONWebKeySet>;

const isUnknownKey = (error: unknown) =>
  error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWSSignatureVerificationFailed;

/** A token signed with a key that the copy doesn't have is compared with the keys of today. */
export const verifyWithCopy = async <D, T>(
  copy: D,
  latest: () => Promise<D>,
  verify: (document: D) => Promise<T>,
): Promise<T> =>
  verify(copy).catch(async (error: unknown) => {
    if (!isUnknownKey(error)) throw error;
    return verify(await latest());
  });
