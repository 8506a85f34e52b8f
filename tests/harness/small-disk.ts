// A disk of a few megabytes for a server with its embedded database, and ways to fill it. Where possible it is a real
// tmpfs only that server sees; otherwise the database is made to raise the error of a full disk.
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

type Query = (sql: string) => Promise<unknown>;
export type Shortage = 'space' | 'files';

const options = 'size=224m,nr_inodes=20000,mode=0755';

const mounting = (folder: string): string[] => {
  const mount = `mount -t tmpfs -o ${options} tmpfs "$0"`;
  const [uid, gid] = [process.getuid?.(), process.getgid?.()];
  if (uid === 0) return ['unshare', '--mount', 'sh', '-c', `${mount} && exec "$@"`, folder];
  // Without the right to mount, use a user namespace and restore the user afterwards.
  const again = `unshare --user --map-user=${uid} --map-group=${gid}`;
  return ['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c', `${mount} && exec ${again} "$@"`, folder];
};

/** Raises the database's own error, for every table. */
const complain = `
  create function disk_is_full() returns trigger language plpgsql as $$
  begin
    raise exception 'could not extend file: No space left on device' using errcode = 'disk_full';
  end $$;
  do $$
  declare
    name regclass;
  begin
    for name in select oid from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not relispartition
    loop
      execute format('create trigger disk_is_full before insert or update on %s
        for each statement execute function disk_is_full()', name);
    end loop;
  end $$`;

export const smallDisk = (folder: string) => {
  const through = mounting(folder);
  const [command = '', ...words] = through;
  const isReal = spawnSync(command, [...words, 'true'], { stdio: 'ignore' }).status === 0;
  const inside = (pid: number, name: string) => join(`/proc/${pid}/root`, folder, name);
  const made: string[] = [];

  const useUp = (pid: number, shortage: Shortage) => {
    const chunk = Buffer.alloc(shortage === 'space' ? 64 * 1024 : 0);
    try {
      for (;;) {
        const path = inside(pid, `ballast-${made.length}`);
        const file = openSync(path, 'w');
        made.push(path);
        try {
          while (chunk.length > 0) if (writeSync(file, chunk) < chunk.length) return;
        } finally {
          closeSync(file);
        }
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  };

  return {
    through: isReal ? through : [],
    /** Paths of its files, seen from outside. */
    seen: (pid: number, name: string) => (isReal ? inside(pid, name) : join(folder, name)),
    fill: async (pid: number, shortage: Shortage, query: Query) => {
      if (!isReal) return void (await query(complain));
      // The WAL is preallocated, so start a new segment that would last.
      await query('select pg_switch_wal()');
      await query('checkpoint');
      useUp(pid, shortage);
    },
    free: async (query: Query) => {
      if (!isReal) return void (await query('drop function disk_is_full cascade'));
      for (const path of made.splice(0)) rmSync(path);
    },
  };
};
