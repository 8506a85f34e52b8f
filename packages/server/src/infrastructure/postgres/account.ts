// The account PostgreSQL runs as. It refuses root, so root uses `nobody`, or, if `nobody` cannot access the files, a
// user namespace in which root's files belong to an ordinary user.
import { type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { chown, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

export type Account = { uid: number; gid: number; ids: { uid?: number; gid?: number }; prefix: readonly string[] };

const isRoot = () => process.getuid?.() === 0;

// The caller's PG* variables and locale must not reach PostgreSQL.
const environment = () => ({ PATH: process.env.PATH ?? '', LC_ALL: 'C' });

const nobodyId = (flag: '-u' | '-g') => {
  const { stdout } = spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' });
  return /^-?\d+\s*$/.test(stdout ?? '') ? Number(stdout) >>> 0 : 65534;
};

// Whether files of this owner are as trusted as our own.
export const isTrusted = (uid: number) => uid === process.getuid?.() || (isRoot() && uid === nobodyId('-u'));

export const chooseAccount = (postgres: string, directory: string): Account => {
  const own = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  if (!isRoot()) return { ...own, ids: {}, prefix: [] };

  const nobody = { uid: nobodyId('-u'), gid: nobodyId('-g') };
  // Spawn takes 32-bit signed numbers, and macOS's `nobody` is -2.
  const ids = { uid: nobody.uid | 0, gid: nobody.gid | 0 };
  const reach = ['-c', '"$1" --version && cd "$2"', 'sh', postgres, directory];
  if (spawnSync('/bin/sh', reach, { ...ids, cwd: '/', stdio: 'ignore' }).status === 0) {
    return { ...nobody, ids, prefix: [] };
  }
  // initdb looks up the user by name, so the namespace maps to an existing account.
  const options = ['--user', `--map-user=${nobody.uid}`, `--map-group=${nobody.gid}`];
  const inside = spawnSync('unshare', [...options, postgres, '--version'], { cwd: '/', stdio: 'ignore' });
  if (inside.status === 0) return { ...own, ids: {}, prefix: ['unshare', ...options] };
  throw new Error(
    `PostgreSQL does not run as root, and other accounts cannot enter ${directory}: start as an ordinary user, or set DATABASE_URL to a PostgreSQL database.`,
  );
};

export const launch = (account: Account, program: string, args: readonly string[], options: SpawnOptions) => {
  const [first = program, ...rest] = [...account.prefix, program, ...args];
  return spawn(first, rest, { cwd: '/', env: environment(), ...account.ids, ...options });
};

// Gives a folder with its content to the account; a no-op if it already has it.
export const handOver = async (account: Account, path: string): Promise<void> => {
  if (!isRoot()) return;
  const entry = await lstat(path);
  if (entry.uid === account.uid && entry.gid === account.gid) return;
  if (entry.isSymbolicLink()) return;
  if (entry.isDirectory()) {
    for (const name of await readdir(path)) await handOver(account, join(path, name));
  }
  // The folder itself comes last, so that an interrupted run is recognized as unfinished.
  await chown(path, account.uid, account.gid);
};
