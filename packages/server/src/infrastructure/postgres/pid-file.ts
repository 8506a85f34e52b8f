// PostgreSQL's pid file, and what that process really is.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

const pidFile = (cluster: string) => join(cluster, 'postmaster.pid');

export const readPidFile = async (cluster: string) => {
  const text = await readFile(pidFile(cluster), 'utf8').catch(() => '');
  const [pid, directory, , , socketDir = ''] = text.split('\n');
  // In a copied data folder the file still refers to the original, whose socket we must not use.
  return Number(pid) > 0 ? { pid: Number(pid), socketDir: directory === cluster ? socketDir : '' } : undefined;
};

// A zombie process still responds to signals, but counts as gone.
export const programOf = (pid: number) => {
  try {
    if (process.platform === 'linux') {
      const [, name, state] = /\((.*)\) (\S)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
      return state === 'Z' ? undefined : name;
    }
    return execFileSync('ps', ['-p', String(pid), '-o', 'comm='], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
};

export const isPostgres = (pid: number) => /postgres$/.test(programOf(pid) ?? '');

// After a crash the number in the pid file may belong to an unrelated process, and PostgreSQL then refuses to start.
export const removeStalePidFile = async (cluster: string) => {
  const found = await readPidFile(cluster);
  if (found && !isPostgres(found.pid)) await rm(pidFile(cluster), { force: true });
};
