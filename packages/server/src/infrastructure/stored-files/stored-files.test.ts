// Stored files on a real database and disk: content addressing, isolation, deletion, and a node's cache.
import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../clock.ts';
import { createLog } from '../../log.ts';
import { createPool } from '../database/pool.ts';
import { type Scratch, useScratchDatabase } from '../database/scratch-database.ts';
import { become, list } from '../database/scratch-server.ts';
import { createDatabases, type Databases } from '../database/tenant-database.ts';
import { createVault } from '../vault/vault.ts';
import { createDatabaseStorage } from './database-storage.ts';
import { createDiskCache } from './disk-cache.ts';
import { createStoredFiles, type StoredFiles } from './stored-files.ts';

const mebibyte = 1024 * 1024;
const log = createLog({ logLevel: 'silent' });
const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('hex');

let scratch: Scratch;
let pool: pg.Pool;
let databases: Databases;
let folder: string;
useScratchDatabase((made) => {
  scratch = made;
});
beforeAll(() => {
  pool = createPool({ url: scratch.url, size: 4, role: undefined, log });
  databases = createDatabases(pool, createVault(Buffer.alloc(32)));
});
afterAll(() => pool.end());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-stored-'));
  return () => rmSync(folder, { recursive: true, force: true });
});

const nodeWith = (cacheFolder: string, maxBytes = 64 * mebibyte): StoredFiles =>
  createStoredFiles({
    ...{ databases, database: createDatabaseStorage(databases), log },
    cache: createDiskCache({ folder: cacheFolder, maxBytes, clock: systemClock, log }),
  });

/** Like an upload: the file, and the row that references it. */
const upload = async (files: StoredFiles, tenantId: string, content: Buffer, id = randomBytes(8).toString('hex')) => {
  const tx = await databases.of(tenantId).startTransaction().execute();
  const [hash = ''] = await files.store(tx, tenantId, [content]);
  const row = { id, key: id, hash, name: 'n', mimeType: 'image/png', size: content.length, url: id };
  await tx.insertInto('userAssets').values(row).execute();
  await tx.commit().execute();
  return { id, hash };
};
const stored = (tenantId: string) =>
  become(scratch.owner, tenantId).then(() => list(scratch.owner, 'select hash from stored_files order by hash'));
const copies = () => readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('/'));

describe('stored files', () => {
  it('are stored in chunks, once per tenant', async () => {
    const files = nodeWith(folder);
    const content = randomBytes(600 * 1024);
    const hash = hashOf(content);
    await Promise.all([upload(files, 'a', content), upload(files, 'a', content), upload(files, 'b', content)]);
    for (const tenantId of ['a', 'b']) {
      expect(await stored(tenantId)).toEqual([hash]);
      expect(await list(scratch.owner, 'select length(content) from stored_file_chunks order by number')).toEqual([
        256 * 1024,
        256 * 1024,
        88 * 1024,
      ]);
      expect((await files.read(tenantId, hash))?.equals(content)).toBe(true);
    }
  });

  it('belong to one tenant, even if another has cached them', async () => {
    const files = nodeWith(folder);
    const { hash } = await upload(files, 'a', Buffer.from('secret of a'));
    expect((await files.read('a', hash))?.toString()).toBe('secret of a');
    expect(await files.read('b', hash)).toBeUndefined();
    expect(await files.open('b', hash)).toBeUndefined();
  });

  it('may be empty', async () => {
    const files = nodeWith(folder);
    const { hash } = await upload(files, 'a', Buffer.alloc(0));
    expect(await files.read('a', hash)).toEqual(Buffer.alloc(0));
  });

  it('are removed when their upload is rolled back', async () => {
    const tx = await databases.of('a').startTransaction().execute();
    await nodeWith(folder).store(tx, 'a', [randomBytes(10)]);
    await tx.rollback().execute();
    expect(await stored('a')).toEqual([]);
  });

  it('are kept while any upload references them', async () => {
    const files = nodeWith(folder);
    const first = await upload(files, 'a', Buffer.from('shared'));
    const second = await upload(files, 'a', Buffer.from('shared'));
    await become(scratch.owner, 'a');
    await scratch.owner.query(`insert into custom_ui_assets (id, size, files) values ('ui', 1, $1)`, [
      JSON.stringify({ 'index.html': { hash: first.hash } }),
    ]);
    await files.read('a', first.hash);
    expect(copies()).toEqual([`a/${first.hash}`]);
    const remove = async (statement: string) => {
      await become(scratch.owner, 'a');
      await scratch.owner.query(statement);
      await files.removeUnused('a');
      return stored('a');
    };
    expect(await remove(`delete from user_assets where id = '${first.id}'`)).toEqual([first.hash]);
    expect(await remove(`delete from user_assets where id = '${second.id}'`)).toEqual([first.hash]);
    expect(await remove('delete from custom_ui_assets')).toEqual([]);
    expect(await list(scratch.owner, 'select number from stored_file_chunks')).toEqual([]);
    expect(copies()).toEqual([]);
  });

  it('are not removed while an upload is about to reference them', async () => {
    const files = nodeWith(folder);
    const { id, hash } = await upload(files, 'a', Buffer.from('again'));
    await become(scratch.owner, 'a');
    const tx = await databases.of('a').startTransaction().execute();
    await files.store(tx, 'a', [Buffer.from('again')]);
    await scratch.owner.query('delete from user_assets where id = $1', [id]);
    const removing = files.removeUnused('a');
    // It has started by then and waits for the upload.
    while ((await list(scratch.owner, 'select pid from pg_locks where not granted')).length === 0) await sleep(5);
    const row = { id: 'new', key: 'new', hash, name: 'n', mimeType: 'image/png', size: 5, url: 'new' };
    await tx.insertInto('userAssets').values(row).execute();
    await tx.commit().execute();
    await removing;
    expect(await stored('a')).toEqual([hash]);
  });
});

describe("a node's cache", () => {
  /** The number of statements. */
  const countReads = async (work: () => Promise<unknown>) => {
    let count = 0;
    const listener = () => {
      count += 1;
    };
    pool.on('acquire', listener);
    await work();
    pool.off('acquire', listener);
    return count;
  };

  it('serves a file without the database, also after a restart', async () => {
    const { hash } = await upload(nodeWith(folder), 'a', Buffer.from('warm'));
    const files = nodeWith(folder);
    expect(await countReads(() => files.read('a', hash))).toBeGreaterThan(0);
    expect(await countReads(() => files.read('a', hash))).toBe(0);
    expect(await countReads(() => nodeWith(folder).read('a', hash))).toBe(0);
  });

  it('fetches a file once for concurrent requests', async () => {
    const content = randomBytes(300 * 1024);
    const files = nodeWith(folder);
    const { hash } = await upload(files, 'a', content);
    // One statement finds the file, two read its chunks, one finds its end.
    const reads = await countReads(() => Promise.all(Array.from({ length: 20 }, () => files.read('a', hash))));
    expect(reads).toBe(4);
  });

  it.each([
    ['changed', (path: string) => writeFileSync(path, 'evil content')],
    ['cut off', (path: string) => writeFileSync(path, '')],
    ['deleted', (path: string) => rmSync(path)],
    ['deleted with its folder', () => rmSync(folder, { recursive: true })],
  ])('replaces a copy that was %s', async (_, damage) => {
    const content = Buffer.from('good content');
    const files = nodeWith(folder);
    const { hash } = await upload(files, 'a', content);
    await files.read('a', hash);
    damage(join(folder, 'a', hash));
    expect((await files.read('a', hash))?.toString()).toBe('good content');
    expect(copies()).toEqual([`a/${hash}`]);
  });

  it('never serves damaged files from storage', async () => {
    const files = nodeWith(folder);
    const { hash } = await upload(files, 'a', Buffer.from('right'));
    await become(scratch.owner, 'a');
    await scratch.owner.query(`update stored_file_chunks set content = 'wrong'`);
    await expect(files.read('a', hash)).rejects.toMatchObject({ code: 'server.unavailable' });
    expect(copies()).toEqual([]);
  });

  it('can be shared by two processes', async () => {
    const nodes = [nodeWith(folder), nodeWith(folder)];
    const contents = Array.from({ length: 10 }, () => randomBytes(100_000));
    for (const content of contents) await upload(nodes[0] as StoredFiles, 'a', content);
    await Promise.all(
      contents.flatMap((content) =>
        nodes.map(async (files) => {
          expect((await files.read('a', hashOf(content)))?.equals(content)).toBe(true);
        }),
      ),
    );
    expect(copies()).toHaveLength(10);
  });

  it('stays within its size, and evicts the least recently used', async () => {
    const files = nodeWith(folder, 1_000_000);
    const hashes: string[] = [];
    for (let count = 0; count < 12; count += 1) {
      const { hash } = await upload(files, 'a', randomBytes(100_000));
      await files.read('a', hash);
      utimesSync(join(folder, 'a', hash), new Date(1_000_000_000_000 + count * 1000), new Date());
      hashes.push(hash);
    }
    const sizes = copies().map((name) => statSync(join(folder, name)).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(1_000_000);
    expect(copies()).toContain(`a/${hashes.at(-1)}`);
    expect(copies()).not.toContain(`a/${hashes[0]}`);
    expect((await files.read('a', hashes[0] ?? ''))?.length).toBe(100_000);
  });

  it('works without a disk', async () => {
    const blocked = join(folder, 'blocked');
    writeFileSync(blocked, 'a file where the folder should be');
    chmodSync(blocked, 0o400);
    const files = nodeWith(blocked);
    const content = randomBytes(300 * 1024);
    const { hash } = await upload(files, 'a', content);
    expect((await files.read('a', hash))?.equals(content)).toBe(true);
  });
});
