// ID tokens of providers, and the keys that verify them.
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { ProviderAnswer } from '../harness/providers.ts';

const { privateKey, publicKey } = await generateKeyPair('RS256');
const stranger = await generateKeyPair('RS256');
const kid = 'key-of-the-provider';

export const publishedKeys = async (): Promise<ProviderAnswer> => ({
  body: { keys: [{ ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' }] },
});

type Claims = { iss: string; aud: string; sub: string; [claim: string]: unknown };

/** Valid for five minutes unless the claims say otherwise. */
export const signedToken = (claims: Claims, key: 'own' | 'foreign' = 'own'): Promise<string> => {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ iat: now, exp: now + 300, ...claims })
    .setProtectedHeader({ alg: 'RS256', kid })
    .sign(key === 'own' ? privateKey : stranger.privateKey);
};
