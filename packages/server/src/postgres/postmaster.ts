// The main process of PostgreSQL: started in a process group of its own, stopped in order.
import type { ChildProcess } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Account, launch } from './account.ts';
import type { Binaries } from './binaries.ts';
import { isPostgres, programOf } from './pid-file.ts';
import { type Place, port } from './place.ts';

// Fit for a laptop; nothing that trades durability for speed.
const settings = {
  listen_addresses: '',
  port: String(port),
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '128MB',
  fsync: 'on',
  synchronous_commit: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
};

export type Postmaster = { child: ChildProcess; isRunning(): boolean; complaint(): Promise<string> };

const longestLog = 16 * 1024 * 1024;

export const startPostmaster = async (place: Place, binaries: Binaries, account: Account): Promise<Postmaster> => {
  const values = Object.entries({ ...settings, unix_socket_directories: place.socketDir });
  const log = await open(place.logFile, 'a', 0o600);
  try {
    if ((await log.stat()).size > longestLog) await log.truncate();
    const { size } = await log.stat();
    const args = ['-D', place.cluster, ...values.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
    // Detached: Ctrl-C in the terminal reaches the application alone, which stops PostgreSQL when it has drained.
    const child = launch(account, join(binaries.directory, 'postgres'), args, {
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    let failure = '';
    child.on('error', ({ message }) => {
      failure = message;
    });
    child.unref();
    return {
      child,
      isRunning: () => failure === '' && child.exitCode === null && child.signalCode === null,
      complaint: async () => {
        const text = (await readFile(place.logFile)).subarray(size).toString();
        const lines = text.split('\n').filter((line) => /FATAL|PANIC|ERROR|error/.test(line));
        return failure || (lines.at(-1)?.replace(/^.*?(FATAL|PANIC|ERROR): +/, '') ?? 'it gave no reason');
      },
    };
  } finally {
    await log.close();
  }
};

const isGone = async (pid: number, milliseconds: number) => {
  for (const end = performance.now() + milliseconds; performance.now() < end; await sleep(25)) {
    if (programOf(pid) === undefined) return true;
  }
  return false;
};

// Fast shutdown: open transactions are rolled back, everything is written. The second signal gives up on the writing;
// PostgreSQL then recovers at its next start.
export const stopPostmaster = async (pid: number) => {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (!isPostgres(pid)) return;
    process.kill(pid, signal);
    if (await isGone(pid, signal === 'SIGINT' ? 30_000 : 5_000)) return;
  }
};
