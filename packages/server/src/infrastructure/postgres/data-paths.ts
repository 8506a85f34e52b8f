// Paths in the data folder: the cluster, its log, and the socket folder.
import { createHash } from 'node:crypto';
import { chmod, lstat, mkdir, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Account, handOver, isTrusted } from './account.ts';
import { readPidFile } from './pid-file.ts';

export type DataPaths = { root: string; cluster: string; logFile: string; socketDir: string };

export const port = 5432;

// A socket path is limited to 107 bytes on Linux, 103 on macOS.
const longestSocketPath = 103;

// PostgreSQL parses the setting as a comma-separated list, so only plain characters are allowed.
const fits = (directory: string) =>
  Buffer.byteLength(join(directory, `.s.PGSQL.${port}`)) <= longestSocketPath && /^[\w./@+-]+$/.test(directory);

const chooseSocketDir = (root: string) => {
  const name = `tessera-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`;
  return [join(root, 'socket'), join(tmpdir(), name)].find(fits) ?? join('/tmp', name);
};

export const locate = async (dataDir: string): Promise<DataPaths> => {
  await mkdir(dataDir, { recursive: true }).catch(({ message }: Error) => {
    throw new Error(`DATA_DIR=${dataDir} cannot be used: ${message}`);
  });
  const root = await realpath(dataDir);
  const cluster = join(root, 'postgres');
  // A running server's own socket folder takes precedence: TMPDIR may differ between processes that share it.
  const running = await readPidFile(cluster);
  return { root, cluster, logFile: join(root, 'postgres.log'), socketDir: running?.socketDir || chooseSocketDir(root) };
};

export const isOutside = ({ root, socketDir }: DataPaths) => !socketDir.startsWith(join(root, '/'));

// Everyone who reaches the socket is trusted, on both sides. In a shared temporary folder someone else could have
// created our folder first, so there it must be ours and closed to others.
export const isSafe = async (paths: DataPaths) => {
  if (!isOutside(paths)) return true;
  const entry = await lstat(paths.socketDir).catch(() => undefined);
  return entry === undefined || (entry.isDirectory() && (entry.mode & 0o077) === 0 && isTrusted(entry.uid));
};

export const makeSocketDir = async (paths: DataPaths, account: Account) => {
  await mkdir(paths.socketDir, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  if (!(await isSafe(paths))) {
    throw new Error(`The folder ${paths.socketDir} belongs to another account or is open to others: remove it first.`);
  }
  await handOver(account, paths.socketDir);
  await chmod(paths.socketDir, 0o700);
};
