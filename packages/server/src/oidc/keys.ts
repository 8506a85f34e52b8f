// Signing and cookie keys of a tenant. They are made once, with the tenant; a tenant whose keys are missing or
// unreadable refuses to work rather than getting new ones, which would silently invalidate everything it issued.
import { createPrivateKey, createPublicKey, generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import { createLocalJWKSet, type JWK, type JWTPayload } from 'jose';
import { LRUCache } from 'lru-cache';
import { createCache } from '../cache/cache.ts';
import type { Invalidation } from '../cache/invalidation.ts';
import type { Clock } from '../clock.ts';
import type { Databases } from '../database/tenant-database.ts';
import { random } from '../random.ts';

export type StoredKey = { id: string; value: string; createdAt: number };
export const privateKeysConfig = 'oidc.privateKeys';
export const cookieKeysConfig = 'oidc.cookieKeys';

export class KeyError extends Error {}

export const newPrivateKey = (clock: Clock): StoredKey => ({
  id: random.id(),
  value: generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  }).privateKey,
  createdAt: clock.now(),
});
export const newCookieKey = (clock: Clock): StoredKey => ({
  id: random.id(),
  value: random.secret(),
  createdAt: clock.now(),
});

const algorithms: Record<string, string> = { 'P-256': 'ES256', 'P-384': 'ES384', 'P-521': 'ES512' };

const algorithmOf = (jwk: JsonWebKey): string => {
  const algorithm = jwk.kty === 'RSA' ? 'RS256' : algorithms[jwk.crv ?? ''];
  if (!algorithm) throw new KeyError(`a signing key of type ${jwk.kty} ${jwk.crv ?? ''} cannot be used`);
  return algorithm;
};

const readKey = ({ id, value }: StoredKey) => {
  const key = createPrivateKey(value);
  const secret = key.export({ format: 'jwk' });
  const common = { kid: id, alg: algorithmOf(secret), use: 'sig' };
  return {
    private: { ...secret, ...common } as JWK,
    public: { ...createPublicKey(key).export({ format: 'jwk' }), ...common } as JWK,
  };
};

const isKeyList = (value: unknown): value is StoredKey[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((key) => typeof key?.id === 'string' && typeof key?.value === 'string');

export type TenantKeys = Awaited<ReturnType<Keys['of']>>;
export type Keys = ReturnType<typeof createKeys>;

export const createKeys = (databases: Databases, invalidation: Invalidation) => {
  const load = async (tenantId: string) => {
    const rows = await databases
      .of(tenantId)
      .selectFrom('tenantConfigs')
      .select(['key', 'value'])
      .where('key', 'in', [privateKeysConfig, cookieKeysConfig])
      .execute();
    const stored = new Map<string, unknown>(rows.map(({ key, value }) => [key, value]));
    const [privateKeys, cookieKeys] = [stored.get(privateKeysConfig), stored.get(cookieKeysConfig)];
    if (!isKeyList(privateKeys)) throw new KeyError(`tenant ${tenantId} has no readable signing key`);
    if (!isKeyList(cookieKeys)) throw new KeyError(`tenant ${tenantId} has no readable cookie key`);
    try {
      const keys = privateKeys.map(readKey);
      return {
        jwks: { keys: keys.map((key) => key.private) },
        algorithm: keys[0]?.private.alg ?? '',
        /** Tokens these keys have verified: a caller sends the same one many times. */
        verified: new LRUCache<string, JWTPayload>({ max: 2000 }),
        verificationKeys: createLocalJWKSet({ keys: keys.map((key) => key.public) }),
        cookieKeys: cookieKeys.map(({ value }) => value),
      };
    } catch (cause) {
      throw new KeyError(`tenant ${tenantId} has a signing key that cannot be read`, { cause });
    }
  };
  const cache = createCache(invalidation, { tables: ['tenantConfigs'], load });
  return { of: (tenantId: string) => cache.get(tenantId, 'keys') };
};
