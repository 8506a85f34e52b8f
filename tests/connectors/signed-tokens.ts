// ID tokens of providers, and the keys that verify them.
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { ProviderAnswer } from '../harness/providers.ts';

export type IdTokenClaims = { iss: string; sub: string; [claim: string]: unknown };

const signer = (claims: IdTokenClaims, header: { alg: string; kid?: string }) => {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ iat: now, exp: now + 300, ...claims }).setProtectedHeader(header);
};

const newKeys = async (kid: string) => {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  return {
    published: async (): Promise<ProviderAnswer> => ({
      body: { keys: [{ ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' }] },
    }),
    sign: (claims: IdTokenClaims): Promise<string> => signer(claims, { alg: 'RS256', kid }).sign(privateKey),
  };
};
export const keysOfProvider = await newKeys('key-of-the-provider');
export const rotatedKeysOfProvider = await newKeys('next-key-of-the-provider');
/** With the key ID of the provider's own. */
const foreign = await newKeys('key-of-the-provider');

export const publishedKeys = keysOfProvider.published;

/** Valid for five minutes unless the claims say otherwise. */
export const signedToken = (claims: IdTokenClaims, key: 'own' | 'foreign' = 'own'): Promise<string> =>
  (key === 'own' ? keysOfProvider : foreign).sign(claims);

/** Signed with the secret, or with the provider's key. */
export const idTokenOf =
  (secret: string | undefined) =>
  (claims: IdTokenClaims): Promise<string> =>
    secret === undefined ? signedToken(claims) : signer(claims, { alg: 'HS256' }).sign(Buffer.from(secret));
