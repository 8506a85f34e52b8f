// Tests which avatars of console users are removed, on a real database.
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPool } from '../../infrastructure/database/pool.ts';
import { type Scratch, useScratchDatabase } from '../../infrastructure/database/scratch-database.ts';
import { addUser } from '../../infrastructure/database/scratch-server.ts';
import { createDatabases } from '../../infrastructure/database/tenant-database.ts';
import { createVault } from '../../infrastructure/vault/vault.ts';
import { createLog } from '../../log.ts';
import { removeUnusedPictures } from './unused-pictures.ts';

let scratch: Scratch;
let pool: pg.Pool;
useScratchDatabase((made) => {
  scratch = made;
});
beforeAll(() => {
  pool = createPool({ url: scratch.url, size: 4, role: undefined, log: createLog({ logLevel: 'silent' }) });
});
afterAll(() => pool.end());

it('keeps the current avatar, those of this week, and uploads without a user', async () => {
  await addUser(scratch.owner, 'ann', { avatar: 'https://id.example.com/in-use' });
  const pictures: [string, string | null, number][] = [
    ['in-use', 'ann', 30],
    ['replaced', 'ann', 20],
    ['of-nobody', 'gone', 10],
    ['of-tenant', null, 10],
    ['new', 'ann', 1],
  ];
  for (const [id, userId, days] of pictures) {
    await scratch.owner.query(
      `insert into user_assets (id, user_id, key, name, mime_type, size, url, created_at)
       values ($1, $2, $3, 'picture.png', 'image/png', 1, $4, now() - $5 * interval '1 day')`,
      [id, userId, `a/${id}/picture.png`, `https://id.example.com/${id}`, days],
    );
  }
  await removeUnusedPictures(createDatabases(pool, createVault(Buffer.alloc(32))).of('a'));
  const { rows } = await scratch.owner.query(`select id from user_assets order by created_at, id`);
  expect(rows.map(({ id }) => id)).toEqual(['in-use', 'of-tenant', 'new']);
});
