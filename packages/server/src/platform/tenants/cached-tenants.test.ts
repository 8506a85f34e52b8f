import { expect, it } from 'vitest';
import { startInvalidation } from '../../infrastructure/cache/invalidation.ts';
import { createPool } from '../../infrastructure/database/pool.ts';
import { type Scratch, useScratchDatabase } from '../../infrastructure/database/scratch-database.ts';
import { createDatabases } from '../../infrastructure/database/tenant-database.ts';
import { createVault } from '../../infrastructure/vault/vault.ts';
import { createLog } from '../../log.ts';
import { createTenants } from './cached-tenants.ts';

let scratch: Scratch;
useScratchDatabase((made) => {
  scratch = made;
});

it('R134 knows the tenants that it has found, until they are deleted', async () => {
  const { url, owner } = scratch;
  const log = createLog({ logLevel: 'silent' });
  const invalidation = await startInvalidation({ url, log });
  const pool = createPool({ url, size: 2, role: undefined, log });
  try {
    const tenants = createTenants(createDatabases(pool, createVault(Buffer.alloc(32))), invalidation);
    expect(tenants.isKnown('b')).toBe(false);
    expect(await tenants.find('b')).toMatchObject({ id: 'b' });
    expect(await tenants.find('made-up')).toBeUndefined();
    expect([tenants.isKnown('b'), tenants.isKnown('made-up')]).toEqual([true, false]);
    await owner.query(`delete from tenants where id = 'b'`);
    invalidation.announceLocally({ tenantId: 'admin', table: 'tenants' });
    expect(await tenants.find('b')).toBeUndefined();
    expect(tenants.isKnown('b')).toBe(false);
  } finally {
    await pool.end();
    await invalidation.stop();
  }
});
