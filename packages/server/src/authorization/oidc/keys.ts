// A tenant's signing and cookie keys. They are created once with the tenant; a tenant whose keys are missing or
// unreadable fails instead of getting new ones, which would silently invalidate everything it issued.
import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto';
import type { SigningKeyAlgorithm } from '@tessera/contract/signing-keys';
import { type CryptoKey, createLocalJWKSet, importJWK, type JWK, type JWTPayload } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../clock.ts';
import { createCache } from '../../infrastructure/cache/cache.ts';
import type { Invalidation } from '../../infrastructure/cache/invalidation.ts';
import type { KeyPairs } from '../../infrastructure/concurrency/key-pairs.ts';
import type { Databases } from '../../infrastructure/database/tenant-database.ts';
import { VaultError } from '../../infrastructure/vault/vault.ts';
import { OperatorError } from '../../log.ts';
import { random } from '../../random.ts';

export type StoredKey = { id: string; value: string; createdAt: number };
export const privateKeysConfig = 'oidc.privateKeys';
/** A list of at most one key: published, but not signing before the next rotation. */
export const nextPrivateKeysConfig = 'oidc.nextPrivateKeys';
export const cookieKeysConfig = 'oidc.cookieKeys';

export class KeyError extends OperatorError {}

const storable = (key: KeyObject, clock: Clock): StoredKey => ({
  ...{ id: random.id(), createdAt: clock.now() },
  value: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
});

/** Takes less than a millisecond. */
export const newEcKey = (clock: Clock): StoredKey =>
  storable(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey, clock);

export type KeyMaker = { clock: Clock; keyPairs: Pick<KeyPairs, 'rsa'>; tenantId: string };

export const newPrivateKey = async (
  algorithm: SigningKeyAlgorithm,
  { clock, keyPairs, tenantId }: KeyMaker,
): Promise<StoredKey> =>
  algorithm === 'RSA' ? storable((await keyPairs.rsa(tenantId, 2048)).privateKey, clock) : newEcKey(clock);
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

export const algorithmOfKey = ({ value }: StoredKey): SigningKeyAlgorithm =>
  createPrivateKey(value).asymmetricKeyType === 'rsa' ? 'RSA' : 'EC';

/**
 * How long a new key is published before it signs, so that no node or client sees a signature with an unknown key.
 * Longer than a node without notifications caches keys.
 */
export const settlingTime = 1_500;

const settlesIn = ([newest, ...others]: StoredKey[], clock: Clock): number => {
  if (!newest || others.length === 0) return 0;
  const remaining = newest.createdAt + settlingTime - clock.now();
  // Created by a node whose clock is far ahead, so its time is meaningless here.
  return remaining > 2 * settlingTime ? 0 : remaining;
};

/** Those that may sign: all but a new one that has not settled. */
const settledKeys = (keys: StoredKey[], clock: Clock): StoredKey[] =>
  settlesIn(keys, clock) > 0 ? keys.slice(1) : keys;

/** The first key signs: the newest, once it has settled. */
const signingOrder = (keys: StoredKey[], clock: Clock): StoredKey[] => [
  ...new Set([...settledKeys(keys, clock), ...keys]),
];

export const isKeyList = (value: unknown): value is StoredKey[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((key) => typeof key?.id === 'string' && typeof key?.value === 'string');

export type Signer = { algorithm: string; key: CryptoKey; keyId: string };

/** The newest of each algorithm; the current one comes first. */
const signersOf = async (jwks: JWK[]): Promise<[Signer, ...Signer[]]> => {
  const newest = jwks.filter(({ alg }, index) => jwks.findIndex((other) => other.alg === alg) === index);
  const [current, ...others] = await Promise.all(
    newest.map(async (jwk) => ({
      algorithm: jwk.alg ?? '',
      key: (await importJWK(jwk)) as CryptoKey,
      keyId: jwk.kid ?? '',
    })),
  );
  if (!current) throw new KeyError('the tenant has no signing key');
  return [current, ...others];
};

export type TenantKeys = Awaited<ReturnType<Keys['of']>>;
export type Keys = ReturnType<typeof createKeys>;

export const createKeys = (databases: Databases, invalidation: Invalidation, clock: Clock) => {
  /** Rebuilds cached values after the new key has settled. */
  const afterSettling = (tenantId: string, milliseconds: number) => {
    if (milliseconds <= 0) return;
    const announce = () => invalidation.announceLocally({ tenantId, table: 'tenantConfigs' });
    setTimeout(announce, milliseconds + 1).unref();
  };

  const load = async (tenantId: string) => {
    const rows = await databases
      .of(tenantId)
      .selectFrom('tenantConfigs')
      .select(['key', 'value'])
      .where('key', 'in', [privateKeysConfig, nextPrivateKeysConfig, cookieKeysConfig])
      .execute()
      .catch((error: Error) => {
        if (!(error instanceof VaultError)) throw error;
        throw new KeyError(`tenant ${tenantId} has a signing key that cannot be read`, { cause: error });
      });
    const stored = new Map<string, unknown>(rows.map(({ key, value }) => [key, value]));
    const [privateKeys, cookieKeys] = [stored.get(privateKeysConfig), stored.get(cookieKeysConfig)];
    const nextKeys = stored.get(nextPrivateKeysConfig);
    if (!isKeyList(privateKeys)) throw new KeyError(`tenant ${tenantId} has no readable signing key`);
    if (!isKeyList(cookieKeys)) throw new KeyError(`tenant ${tenantId} has no readable cookie key`);
    try {
      const settled = settledKeys(privateKeys, clock);
      const published = new Set([...settled, ...privateKeys, ...(isKeyList(nextKeys) ? nextKeys : [])]);
      const keys = [...published].map(readKey);
      afterSettling(tenantId, Math.max(settlesIn(privateKeys, clock), settlesIn(cookieKeys, clock)));
      const signers = await signersOf(keys.slice(0, settled.length).map((key) => key.private));
      const [current] = signers;
      return {
        jwks: { keys: keys.map((key) => key.private) },
        algorithm: current.algorithm,
        signingKey: current.key,
        signingKeyId: current.keyId,
        /** Algorithms of all published keys, which may have signed a token. */
        publishedAlgorithms: new Set(keys.map((key) => key.public.alg)),
        /** The newest key of an algorithm, otherwise the current one. */
        signerFor: (algorithm: string | undefined): Signer =>
          signers.find((signer) => signer.algorithm === algorithm) ?? current,
        /** Tokens verified with these keys, since callers send the same one many times. */
        verified: new LRUCache<string, JWTPayload>({ max: 2000 }),
        verificationKeys: createLocalJWKSet({ keys: keys.map((key) => key.public) }),
        cookieKeys: signingOrder(cookieKeys, clock).map(({ value }) => value),
        /** Of the nonces that DPoP proofs can contain; the same on every node. */
        nonceSecret: createHmac('sha256', cookieKeys[0]?.value ?? '')
          .update('dpop-nonce')
          .digest(),
      };
    } catch (cause) {
      throw new KeyError(`tenant ${tenantId} has a signing key that cannot be read`, { cause });
    }
  };
  const cache = createCache(invalidation, { tables: ['tenantConfigs'], load });
  return { of: (tenantId: string) => cache.get(tenantId, 'keys') };
};
