// Scheduled rotations happen when they are due, use the published next key and are recorded.
import type pg from 'pg';
import { expect, test } from 'vitest';
import type { Invalidation } from '../../infrastructure/cache/invalidation.ts';
import { createKeyPairs } from '../../infrastructure/concurrency/key-pairs.ts';
import { openChange } from '../../infrastructure/database/change.ts';
import { createPool } from '../../infrastructure/database/pool.ts';
import { useScratchDatabase } from '../../infrastructure/database/scratch-database.ts';
import { become } from '../../infrastructure/database/scratch-server.ts';
import { createDatabases } from '../../infrastructure/database/tenant-database.ts';
import { createVault } from '../../infrastructure/vault/vault.ts';
import { createLog } from '../../log.ts';
import { newEcKey, privateKeysConfig } from '../oidc/keys.ts';
import { rotateIfDue } from './rotation-job.ts';
import { nextKeyOf, readKeys, schedule } from './stored-keys.ts';

let owner: pg.Client;
let url: string;
useScratchDatabase((scratch) => {
  ({ owner, url } = scratch);
});

const day = 24 * 60 * 60_000;
const clockAt = (now: number) => ({ now: () => now, seconds: () => Math.floor(now / 1000) });
const invalidation = { announceLocally: () => undefined } as unknown as Invalidation;

test('keys rotate when they are due, to the key that was announced', async () => {
  const pool = createPool({ url, size: 2, role: undefined, log: createLog({ logLevel: 'silent' }) });
  try {
    const databases = createDatabases(pool, createVault(Buffer.alloc(32)));
    const db = databases.of('a');
    const begin = clockAt(Date.parse('2031-01-01'));
    const change = openChange({
      ...{ db, tenantId: 'a', invalidation, operation: 'test', requestId: 'r' },
      actor: () => ({ type: 'system', id: null }),
    });
    const keyPairs = createKeyPairs();
    const first = newEcKey(begin);
    await change.insert('tenantConfigs', { key: privateKeysConfig, value: [first] as never }, ['key']);
    await change.commit();
    const rotateAt = (days: number) =>
      rotateIfDue({ databases, invalidation, keyPairs, clock: clockAt(begin.now() + days * day) }, 'a');
    expect(await rotateAt(900)).toBe(false);

    await schedule(change, 30, { clock: begin, keyPairs, tenantId: 'a' });
    await change.commit();
    const next = await nextKeyOf(db);
    expect(await rotateAt(29.9)).toBe(false);
    expect(await rotateAt(30)).toBe(true);
    expect((await readKeys(db, privateKeysConfig)).map(({ id }) => id)).toEqual([next?.id, first.id]);
    expect((await nextKeyOf(db))?.id).not.toBe(next?.id);
    expect(await rotateAt(59)).toBe(false);
    expect(await rotateAt(60)).toBe(true);
    await become(owner, 'a');
    const { rows } = await owner.query(
      `select count(*)::int as count from change_records
       where operation = 'signing-key.rotated' and entity_id = $1 and actor_type = 'system'`,
      [privateKeysConfig],
    );
    expect(rows).toEqual([{ count: 2 }]);
  } finally {
    await pool.end();
  }
});
