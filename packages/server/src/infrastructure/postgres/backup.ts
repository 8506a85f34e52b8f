// An online backup of the embedded database: the cluster's files between PostgreSQL's backup start and stop, and the
// WAL in between. A server started on the copy recovers to a consistent state.
import { copyFile, mkdir, open, readdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { systemClock } from '../../clock.ts';
import type { DataPaths } from './data-paths.ts';

const kept = 2;
const partial = '.partial';
/** Disk space the upgrade itself may need. */
const reserve = 64 * 1024 * 1024;

// Recreated at every start, or excluded from base backups according to PostgreSQL's manual.
const skippedFiles = /^(postmaster\.(pid|opts)|pg_internal\.init.*|pgsql_tmp.*|backup_label)$/;
const emptiedFolders = new Set([
  ...['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans'],
]);

const isGone = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';
const megabytes = (bytes: number) => `${Math.ceil(bytes / 1024 / 1024)} MB`;

/** Paths below the cluster, folders first. The database may remove files meanwhile. */
async function* entriesOf(folder: string, below = ''): AsyncGenerator<{ path: string; isFolder: boolean }> {
  const entries = await readdir(join(folder, below), { withFileTypes: true }).catch((error: unknown) => {
    if (isGone(error)) return [];
    throw error;
  });
  for (const entry of entries) {
    const path = join(below, entry.name);
    if (skippedFiles.test(entry.name)) continue;
    yield { path, isFolder: entry.isDirectory() };
    if (entry.isDirectory() && !(below === '' && emptiedFolders.has(entry.name))) yield* entriesOf(folder, path);
  }
}

const sizeOf = async (folder: string): Promise<number> => {
  let size = 0;
  for await (const { path, isFolder } of entriesOf(folder)) {
    if (!isFolder) size += (await stat(join(folder, path)).catch(() => ({ size: 0 }))).size;
  }
  return size;
};

const requireSpace = async (folder: string, needed: number) => {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free >= needed) return;
  throw new Error(
    `The database has to be upgraded, and there is no room for a backup before that: ${folder} needs ${megabytes(needed)} and has ${megabytes(free)}. Free some space, or make that folder a link to a larger disk, then start again.`,
  );
};

/** Flushed to disk before the upgrade begins. */
const copyDurably = async (from: string, to: string) => {
  await copyFile(from, to);
  const file = await open(to, 'r+');
  await file.sync().finally(() => file.close());
};

const copyCluster = async (from: string, to: string) => {
  for await (const { path, isFolder } of entriesOf(from)) {
    if (isFolder) await mkdir(join(to, path), { mode: 0o700 });
    else
      await copyDurably(join(from, path), join(to, path)).catch((error: unknown) => {
        if (!isGone(error)) throw error;
      });
  }
};

const copyJournal = async (from: string, to: string, first: string) => {
  for (const name of await readdir(from)) {
    if (/^[0-9A-F]{24}$/.test(name) && name >= first) await copyDurably(join(from, name), join(to, name));
  }
};

/** Their names begin with the time. */
const removeOld = async (folder: string) => {
  const complete = (await readdir(folder)).filter((name) => /-schema-\d+$/.test(name)).sort();
  for (const name of complete.slice(0, -kept)) await rm(join(folder, name), { recursive: true });
};

const copyInto = async (folder: string, cluster: string, superuserUrl: string) => {
  const client = new pg.Client({ connectionString: superuserUrl, application_name: 'tessera backup' });
  client.on('error', () => {});
  await client.connect();
  try {
    // Keeps the WAL until this session ends.
    await client.query(`select pg_create_physical_replication_slot('tessera_backup', true, true)`);
    const { rows: began } = await client.query<{ first: string }>(
      `select pg_walfile_name(pg_backup_start('tessera', true)) as first`,
    );
    await copyCluster(cluster, folder);
    const { rows: ended } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    await writeFile(join(folder, 'backup_label'), ended[0]?.labelfile ?? '', { mode: 0o600, flush: true });
    await copyJournal(join(cluster, 'pg_wal'), join(folder, 'pg_wal'), began[0]?.first ?? '');
  } finally {
    await client.end();
  }
};

/** Returns the folder of the copy. The latest earlier copy is kept, too. */
export const backUpCluster = async (
  { root, cluster }: DataPaths,
  superuserUrl: string,
  schema: number,
): Promise<{ folder: string; size: string }> => {
  const backups = join(root, 'backups');
  await mkdir(backups, { recursive: true, mode: 0o700 });
  for (const name of await readdir(backups)) {
    if (name.endsWith(partial)) await rm(join(backups, name), { recursive: true });
  }
  const size = await sizeOf(cluster);
  await requireSpace(backups, size + reserve);
  const time = new Date(systemClock.now()).toISOString().replace(/\.\d+/, '').replaceAll(':', '');
  const folder = join(backups, `${time}-schema-${schema}`);
  const making = `${folder}${partial}`;
  await mkdir(making, { mode: 0o700 });
  try {
    await copyInto(making, cluster, superuserUrl);
    await rename(making, folder);
  } catch (error) {
    await rm(making, { recursive: true, force: true });
    throw error;
  }
  await removeOld(backups);
  return { folder, size: megabytes(size) };
};
