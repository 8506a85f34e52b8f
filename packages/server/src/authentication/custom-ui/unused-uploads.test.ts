// Tests which uploads are removed, on a real database.
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPool } from '../../infrastructure/database/pool.ts';
import { type Scratch, useScratchDatabase } from '../../infrastructure/database/scratch-database.ts';
import { createDatabases } from '../../infrastructure/database/tenant-database.ts';
import { createVault } from '../../infrastructure/vault/vault.ts';
import { createLog } from '../../log.ts';
import { removeUnusedUploads } from './unused-uploads.ts';

let scratch: Scratch;
let pool: pg.Pool;
useScratchDatabase((made) => {
  scratch = made;
});
beforeAll(() => {
  pool = createPool({ url: scratch.url, size: 4, role: undefined, log: createLog({ logLevel: 'silent' }) });
});
afterAll(() => pool.end());

it('keeps uploads that are in use, or were replaced or uploaded this week', async () => {
  const uploads: [string, number][] = [
    ['long-replaced', 40],
    ['in-use', 30],
    ['lately-replaced', 20],
    ['replacing', 3],
    ['new', 0],
  ];
  for (const [id, days] of uploads) {
    await scratch.owner.query(
      `insert into custom_ui_assets (id, status, size, created_at) values ($1, 'Ready', 1, now() - $2 * interval '1 day')`,
      [id, days],
    );
  }
  await scratch.owner.query(
    `insert into sign_in_experiences (id, custom_ui_assets) values ('default', '{"id":"in-use"}')`,
  );
  await removeUnusedUploads(createDatabases(pool, createVault(Buffer.alloc(32))).of('a'));
  const { rows } = await scratch.owner.query(`select id from custom_ui_assets order by created_at`);
  expect(rows.map(({ id }) => id)).toEqual(['in-use', 'lately-replaced', 'replacing', 'new']);
});

it('reports leftover files', async () => {
  const db = createDatabases(pool, createVault(Buffer.alloc(32))).of('a');
  expect(await removeUnusedUploads(db)).toBe(false);
  const hash = 'a'.repeat(64);
  await scratch.owner.query('insert into stored_files (hash, size, is_external) values ($1, 1, false)', [hash]);
  expect(await removeUnusedUploads(db)).toBe(true);
  await scratch.owner.query(
    `insert into custom_ui_assets (id, size, files, created_at) values ('new', 1, $1, now() - interval '1 day')`,
    [JSON.stringify({ 'index.html': { hash } })],
  );
  expect(await removeUnusedUploads(db)).toBe(false);
  await scratch.owner.query(`update custom_ui_assets set created_at = now() - interval '8 days'`);
  expect(await removeUnusedUploads(db)).toBe(true);
});
