// Which uploads are removed, on a real database and a real disk.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Scratch, useScratchDatabase } from '../database/scratch-database.ts';
import { createDatabases } from '../database/tenant-database.ts';
import { createDiskStore } from '../user-assets/disk-store.ts';
import { assetKey } from './read.ts';
import { removeUnusedUploads } from './unused-uploads.ts';

const folder = mkdtempSync(join(tmpdir(), 'tessera-uploads-'));
const store = createDiskStore(folder);
let scratch: Scratch;
let pool: pg.Pool;
useScratchDatabase((made) => {
  scratch = made;
});
beforeAll(() => {
  pool = new pg.Pool({ connectionString: scratch.url });
});
afterAll(async () => {
  await pool.end();
  rmSync(folder, { recursive: true });
});

it('keeps what is in use, what was replaced this week, and what was uploaded this week', async () => {
  const uploads: [string, number][] = [
    ['long-replaced', 40],
    ['in-use', 30],
    ['lately-replaced', 20],
    ['replacing', 3],
    ['new', 0],
  ];
  for (const [id, days] of uploads) {
    await store.write(assetKey('a', id, 'index.html'), Buffer.from(id));
    await store.write(assetKey('a', id, 'parts/page.js'), Buffer.from(id));
    await scratch.owner.query(
      `insert into custom_ui_assets (id, status, size, created_at) values ($1, 'Ready', 1, now() - $2 * interval '1 day')`,
      [id, days],
    );
  }
  await scratch.owner.query(
    `insert into sign_in_experiences (id, custom_ui_assets) values ('default', '{"id":"in-use"}')`,
  );
  await removeUnusedUploads(createDatabases(pool).of('a'), store, 'a');
  const { rows } = await scratch.owner.query(`select id from custom_ui_assets order by created_at`);
  const kept = ['in-use', 'lately-replaced', 'replacing', 'new'];
  expect(rows.map(({ id }) => id)).toEqual(kept);
  expect(readdirSync(join(folder, 'assets/a/custom-ui')).sort()).toEqual([...kept].sort());
});
