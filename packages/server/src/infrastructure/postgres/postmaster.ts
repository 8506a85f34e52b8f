// PostgreSQL's main process: started in its own process group, stopped gracefully.
import type { ChildProcess } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Account, launch } from './account.ts';
import type { Binaries } from './binaries.ts';
import { type DataPaths, port } from './data-paths.ts';
import { isPostgres, programOf } from './pid-file.ts';

// Tuned for a laptop; nothing that trades durability for speed.
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

export const startPostmaster = async (paths: DataPaths, binaries: Binaries, account: Account): Promise<Postmaster> => {
  const values = Object.entries({ ...settings, unix_socket_directories: paths.socketDir });
  const log = await open(paths.logFile, 'a', 0o600);
  try {
    if ((await log.stat()).size > longestLog) await log.truncate();
    const { size } = await log.stat();
    const args = ['-D', paths.cluster, ...values.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
    // Detached: Ctrl-C in the terminal reaches only the application, which stops PostgreSQL after draining.
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
        const text = (await readFile(paths.logFile)).subarray(size).toString();
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

const signals = ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const;

// Fast shutdown: open transactions are rolled back, everything is written. The second signal skips the writing;
// PostgreSQL then recovers at its next start. A server that does not respond gets only the last two.
export const stopPostmaster = async (pid: number, { responds }: { responds: boolean }) => {
  for (const signal of responds ? signals : signals.slice(1)) {
    if (!isPostgres(pid)) return;
    process.kill(pid, signal);
    if (await isGone(pid, signal === 'SIGINT' ? 30_000 : 5_000)) return;
  }
};
