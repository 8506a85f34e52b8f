// Uploaded files by content hash: stored once per tenant, cached on each node's disk, deleted when no upload references
// them.
import { createHash, hash as digestOf } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import type { Log } from '../../log.ts';
import { createFairQueue } from '../concurrency/fair-queue.ts';
import { lockUntilCommit } from '../database/lock.ts';
import type { Database, Databases, Transaction } from '../database/tenant-database.ts';
import { RequestError } from '../http/request-error.ts';
import type { DiskCache } from './disk-cache.ts';
import { type Storage, StorageError } from './storage.ts';

export type StoredFiles = ReturnType<typeof createStoredFiles>;

type Options = {
  databases: Databases;
  database: Storage;
  /** New files are stored there if it is set. */
  external?: Storage | undefined;
  cache: DiskCache;
  log: Log;
};

// Per tenant; the rest is left for the next run.
const mostRemoved = 200;

/** Held until the transaction ends, so that no file is deleted as unused while an upload is about to reference it. */
export const lockUploads = (tx: Database, tenantId: string): Promise<void> =>
  lockUntilCommit(tx, 'quota', tenantId, 'uploads');

async function* verify(content: AsyncIterable<Uint8Array>, hash: string): AsyncIterable<Uint8Array> {
  const digest = createHash('sha256');
  for await (const bytes of content) {
    digest.update(bytes);
    yield bytes;
  }
  if (digest.digest('hex') !== hash) throw new StorageError(`the stored file ${hash} is damaged`);
}

/** Of a row `file`: no upload references it. */
export const isUnused = sql<boolean>`
  not exists (select from user_assets where user_assets.hash = file.hash)
  and not exists (
    select from custom_ui_assets, jsonb_each(files) as part where part.value ->> 'hash' = file.hash)`;

export const createStoredFiles = ({ databases, database, external, cache, log }: Options) => {
  // A file from external storage is in memory while it is written to the cache.
  const queue = createFairQueue({ concurrency: 4, reserved: 1, queueLength: 200, patienceMs: 15_000 });
  const filling = new Map<string, Promise<void>>();

  const fail = (code: 'storage.upload_error' | 'server.unavailable', message: string) => (error: unknown) => {
    if (!(error instanceof StorageError)) throw error;
    log.error({ err: error }, message);
    throw new RequestError(code);
  };

  /** `undefined`: the tenant has no such file. */
  const locate = async (tenantId: string, hash: string): Promise<AsyncIterable<Uint8Array> | undefined> => {
    const file = await databases
      .of(tenantId)
      .selectFrom('storedFiles')
      .select('isExternal')
      .where('hash', '=', hash)
      .executeTakeFirst();
    if (!file) return undefined;
    if (file.isExternal && !external) throw new StorageError('ASSETS_STORAGE is not set, but has files');
    return verify((file.isExternal && external ? external : database).read(tenantId, hash), hash);
  };

  const fill = async (tenantId: string, hash: string): Promise<void> => {
    const release = await queue.acquire(tenantId);
    try {
      const content = await locate(tenantId, hash);
      if (content) await cache.write(tenantId, hash, content);
    } catch (error) {
      // Serve files even if the disk is full.
      if (!(error as NodeJS.ErrnoException).syscall) throw error;
      log.warn({ err: error }, 'a file could not be cached');
    } finally {
      release();
    }
  };
  const fillOnce = (tenantId: string, hash: string): Promise<void> => {
    const name = `${tenantId}/${hash}`;
    const running = filling.get(name) ?? fill(tenantId, hash).finally(() => filling.delete(name));
    filling.set(name, running);
    return running;
  };
  const open = async (tenantId: string, hash: string): Promise<Readable | undefined> => {
    const cached = await cache.open(tenantId, hash);
    if (cached) return cached;
    await fillOnce(tenantId, hash);
    const copy = await cache.open(tenantId, hash);
    if (copy) return copy;
    const content = await locate(tenantId, hash);
    return content && Readable.from(content);
  };
  const openOrFail = (tenantId: string, hash: string) =>
    open(tenantId, hash).catch(fail('server.unavailable', 'an uploaded file cannot be read'));

  const removeSome = (tenantId: string): Promise<string[]> =>
    databases
      .of(tenantId)
      .transaction()
      .execute(async (tx) => {
        await lockUploads(tx, tenantId);
        const { rows } = await sql<{ hash: string; isExternal: boolean }>`
          delete from stored_files where hash in (
            select hash from stored_files as file
            where (not is_external or ${external !== undefined}) and ${isUnused} limit ${mostRemoved})
          returning hash, is_external`.execute(tx);
        const outside = rows.filter(({ isExternal }) => isExternal).map(({ hash }) => hash);
        await external?.remove(tenantId, outside);
        return rows.map(({ hash }) => hash);
      });

  return {
    /** Returns the hashes. `tx` is the transaction of the change that references them. */
    store: async (tx: Transaction, tenantId: string, contents: readonly Uint8Array[]): Promise<string[]> => {
      const hashes = contents.map((content) => digestOf('sha256', content));
      const byHash = new Map(hashes.map((hash, index) => [hash, contents[index] as Uint8Array]));
      await lockUploads(tx, tenantId);
      // Always write to external storage, since only the database reliably knows what it has.
      const { rows } = await sql<{ hash: string }>`
        insert into stored_files (hash, size, is_external)
        select hash, size, ${external !== undefined}
        from unnest(${[...byHash.keys()]}::text[], ${[...byHash.values()].map((content) => content.byteLength)}::int[])
          as given (hash, size)
        on conflict (tenant_id, hash) do update set is_external = excluded.is_external where stored_files.is_external
        returning hash`.execute(tx);
      const missing = rows.map(({ hash }) => ({ hash, content: byHash.get(hash) as Uint8Array }));
      await (external ?? database)
        .write(tx, tenantId, missing)
        .catch(fail('storage.upload_error', 'an upload could not be stored'));
      return hashes;
    },

    /** `undefined`: the tenant has no such file. */
    open: openOrFail,
    read: async (tenantId: string, hash: string): Promise<Buffer | undefined> => {
      const content = await openOrFail(tenantId, hash);
      return content && buffer(content);
    },

    /** Called after uploads were deleted. Housekeeping removes files it leaves. */
    removeUnused: async (tenantId: string): Promise<void> => {
      const removed = await removeSome(tenantId).catch((error: unknown) => {
        if (!(error instanceof StorageError)) throw error;
        log.warn({ err: error }, 'unused files could not be deleted');
        return [];
      });
      await cache.remove(tenantId, removed);
    },
  };
};
