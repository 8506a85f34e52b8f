// The key of a test client, which tokens of applications that require DPoP (RFC 9449) are bound to. It lasts for one test.
import { createHash, generateKeyPairSync } from 'node:crypto';
import { exportJWK, SignJWT } from 'jose';
import { random } from '../../random.ts';
import type { BrowserContext } from '../browser-pages.ts';

type Asked = { method: 'GET' | 'POST'; path: string; accessToken?: string };

/** A proof for each request to the provider. */
export const createTestKey = ({ services, tenantId }: BrowserContext) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return async ({ method, path, accessToken }: Asked): Promise<string> => {
    const ath = accessToken && createHash('sha256').update(accessToken).digest('base64url');
    const target = { htm: method, htu: `${services.addresses.issuer(tenantId)}${path}` };
    return new SignJWT({ ...target, jti: random.tokenId(), ...(ath && { ath }) })
      .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: await exportJWK(publicKey) })
      .setIssuedAt(services.clock.seconds())
      .sign(privateKey);
  };
};
