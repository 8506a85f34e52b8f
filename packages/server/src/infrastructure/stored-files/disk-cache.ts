// Local copies of stored files. Several processes may share the folder, and it can be deleted at any time: a copy
// appears atomically by a rename, and is used only if its content matches its hash.
import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { setInterval } from 'node:timers';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import { random } from '../../random.ts';

export type DiskCache = ReturnType<typeof createDiskCache>;

// Ensures that files deleted through another node don't stay here.
const maxAgeMs = 7 * 24 * 60 * 60_000;
const maxPartAgeMs = 60 * 60_000;
const sweepEveryMs = 60 * 60_000;
/** The share a sweep leaves, so that the next one is not due immediately. */
const afterSweep = 0.8;

/** Changes whenever the file does: programs cannot set the ctime. */
const stateOf = ({ ino, size, ctimeNs }: BigIntStats) => `${ino}/${size}/${ctimeNs}`;

const hashOf = async (handle: FileHandle): Promise<string> => {
  const digest = createHash('sha256');
  for await (const bytes of handle.createReadStream({ autoClose: false, start: 0 })) digest.update(bytes as Buffer);
  return digest.digest('hex');
};

export const createDiskCache = (options: { folder: string; maxBytes: number; clock: Clock; log: Log }) => {
  const { folder, maxBytes, clock, log } = options;
  const verified = new LRUCache<string, string>({ max: 20_000 });
  // Unknown until the first sweep.
  const state = { size: Number.POSITIVE_INFINITY, isSweeping: false };
  const pathOf = (tenantId: string, hash: string) => join(folder, tenantId, hash);

  const sweep = async () => {
    if (state.isSweeping) return;
    state.isSweeping = true;
    try {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
      const files = [];
      for (const entry of entries) {
        const path = join(entry.parentPath, entry.name);
        const found = entry.isFile() ? await stat(path).catch(() => undefined) : undefined;
        if (found) files.push({ path, size: found.size, usedAt: found.atimeMs, writtenAt: found.mtimeMs });
      }
      state.size = files.reduce((sum, { size }) => sum + size, 0);
      const target = state.size > maxBytes ? maxBytes * afterSweep : maxBytes;
      for (const { path, size, writtenAt } of files.sort((a, b) => a.usedAt - b.usedAt)) {
        const age = clock.now() - writtenAt;
        const isOld = age > (path.endsWith('.part') ? maxPartAgeMs : maxAgeMs);
        if (state.size <= target && !isOld) continue;
        await rm(path, { force: true });
        state.size -= size;
      }
    } catch (error) {
      log.warn({ err: error }, 'the cache of uploaded files could not be cleaned');
    } finally {
      state.isSweeping = false;
    }
  };
  const timer = setInterval(() => void sweep(), sweepEveryMs);
  timer.unref();

  /** `undefined`: there is no copy, or it was damaged and is deleted. */
  const openCopy = async (path: string, hash: string): Promise<FileHandle | undefined> => {
    const handle = await open(path, 'r').catch(() => undefined);
    if (!handle) return undefined;
    try {
      const current = stateOf(await handle.stat({ bigint: true }));
      if (verified.get(path) === current) return handle;
      if ((await hashOf(handle)) === hash) {
        verified.set(path, current);
        return handle;
      }
      log.warn({ path }, 'a cached file was damaged and is replaced');
      await rm(path, { force: true });
    } catch (error) {
      log.warn({ err: error, path }, 'a cached file cannot be read');
    }
    await handle.close();
    return undefined;
  };

  const writeCopy = async (path: string, content: AsyncIterable<Uint8Array>): Promise<void> => {
    await mkdir(dirname(path), { recursive: true });
    const part = `${path}.${random.id()}.part`;
    try {
      const handle = await open(part, 'wx', 0o600);
      try {
        for await (const bytes of content) {
          await handle.writeFile(bytes);
          state.size += bytes.byteLength;
        }
      } finally {
        await handle.close();
      }
      await rename(part, path);
    } catch (error) {
      await rm(part, { force: true }).catch(() => {});
      throw error;
    }
    if (state.size > maxBytes) await sweep();
  };

  return {
    /** `undefined`: there is no copy yet. */
    open: async (tenantId: string, hash: string): Promise<Readable | undefined> =>
      (await openCopy(pathOf(tenantId, hash), hash))?.createReadStream({ start: 0 }),
    write: (tenantId: string, hash: string, content: AsyncIterable<Uint8Array>) =>
      writeCopy(pathOf(tenantId, hash), content),
    remove: async (tenantId: string, hashes: readonly string[]): Promise<void> => {
      for (const hash of hashes) await rm(pathOf(tenantId, hash), { force: true }).catch(() => {});
    },
    stop: () => clearInterval(timer),
  };
};
