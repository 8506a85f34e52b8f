// Where things are in the data folder: the cluster, its log, and the folder of its socket.
import { createHash } from 'node:crypto';
import { chmod, lstat, mkdir, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Account, handOver, isTrusted } from './account.ts';
import { readPidFile } from './pid-file.ts';

export type Place = { root: string; cluster: string; logFile: string; socketDir: string };

export const port = 5432;

// Linux takes 107 bytes for the path of a socket, macOS 103.
const longestSocketPath = 103;

// PostgreSQL reads the setting as a comma-separated list, so only plain characters may stay.
const fits = (directory: string) =>
  Buffer.byteLength(join(directory, `.s.PGSQL.${port}`)) <= longestSocketPath && /^[\w./@+-]+$/.test(directory);

const chooseSocketDir = (root: string) => {
  const name = `tessera-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`;
  return [join(root, 'socket'), join(tmpdir(), name)].find(fits) ?? join('/tmp', name);
};

export const locate = async (dataDir: string): Promise<Place> => {
  await mkdir(dataDir, { recursive: true }).catch(({ message }: Error) => {
    throw new Error(`DATA_DIR=${dataDir} cannot be used: ${message}`);
  });
  const root = await realpath(dataDir);
  const cluster = join(root, 'postgres');
  // A running server knows its own socket best: TMPDIR may differ between the processes that share it.
  const running = await readPidFile(cluster);
  return { root, cluster, logFile: join(root, 'postgres.log'), socketDir: running?.socketDir || chooseSocketDir(root) };
};

export const isOutside = ({ root, socketDir }: Place) => !socketDir.startsWith(join(root, '/'));

// Whoever reaches the socket is trusted, on both sides. In a shared folder for temporary files anybody could have made
// our folder first, so there it must be ours and closed to all others.
export const isSafe = async (place: Place) => {
  if (!isOutside(place)) return true;
  const entry = await lstat(place.socketDir).catch(() => undefined);
  return entry === undefined || (entry.isDirectory() && (entry.mode & 0o077) === 0 && isTrusted(entry.uid));
};

export const makeSocketDir = async (place: Place, account: Account) => {
  await mkdir(place.socketDir, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  if (!(await isSafe(place))) {
    throw new Error(`The folder ${place.socketDir} belongs to somebody else or is open to others: remove it first.`);
  }
  await handOver(account, place.socketDir);
  await chmod(place.socketDir, 0o700);
};
