// Which key signs: the newest of an algorithm, but not before every node knows it.
import { expect, test } from 'vitest';
import type { Invalidation } from '../../infrastructure/cache/invalidation.ts';
import { createKeyPairs } from '../../infrastructure/concurrency/key-pairs.ts';
import { openChange } from '../../infrastructure/database/change.ts';
import { createPool } from '../../infrastructure/database/pool.ts';
import { useScratchDatabase } from '../../infrastructure/database/scratch-database.ts';
import { createDatabases } from '../../infrastructure/database/tenant-database.ts';
import { createVault } from '../../infrastructure/vault/vault.ts';
import { createLog } from '../../log.ts';
import {
  cookieKeysConfig,
  createKeys,
  newCookieKey,
  newEcKey,
  newPrivateKey,
  privateKeysConfig,
  settlingTime,
} from './keys.ts';

let url: string;
useScratchDatabase((scratch) => {
  ({ url } = scratch);
});

const clockAt = (now: number) => ({ now: () => now, seconds: () => Math.floor(now / 1000) });
const invalidation = {
  isConnected: () => false,
  announceLocally: () => undefined,
  statistics: () => [],
  subscribe: () => undefined,
} as unknown as Invalidation;

test('a key of another algorithm signs for applications that chose it, once it has settled', async () => {
  const pool = createPool({ url, size: 2, role: undefined, log: createLog({ logLevel: 'silent' }) });
  try {
    const databases = createDatabases(pool, createVault(Buffer.alloc(32)));
    const begin = Date.parse('2031-01-01');
    const maker = { clock: clockAt(begin), keyPairs: createKeyPairs(), tenantId: 'a' };
    const [ec, rsa] = [newEcKey(clockAt(begin - 60_000)), await newPrivateKey('RSA', maker)];
    const change = openChange({
      ...{ db: databases.of('a'), tenantId: 'a', invalidation, operation: 'test', requestId: 'r' },
      actor: () => ({ type: 'system', id: null }),
    });
    await change.insert('tenantConfigs', { key: privateKeysConfig, value: [rsa, ec] as never }, ['key']);
    const cookieKeys = [newCookieKey(clockAt(begin))];
    await change.insert('tenantConfigs', { key: cookieKeysConfig, value: cookieKeys as never }, ['key']);
    await change.commit();
    const signersAt = async (now: number) => {
      const keys = await createKeys(databases, invalidation, clockAt(now)).of('a');
      expect([...keys.publishedAlgorithms].toSorted()).toEqual(['ES256', 'RS256']);
      return [keys.signingKeyId, ...['RS256', 'ES256', 'ES512', undefined].map((name) => keys.signerFor(name).keyId)];
    };
    expect(await signersAt(begin + settlingTime - 1)).toEqual([ec.id, ec.id, ec.id, ec.id, ec.id]);
    expect(await signersAt(begin + settlingTime + 1)).toEqual([rsa.id, rsa.id, ec.id, rsa.id, rsa.id]);
  } finally {
    await pool.end();
  }
});
