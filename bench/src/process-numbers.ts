// Resource usage of a process, including all threads and so hashing and signing.
import { readFileSync } from 'node:fs';

export const canMeasure = process.platform === 'linux';

// The unit of /proc/<pid>/stat on Linux: hundredths of a second.
const milliseconds = 10;

/** CPU time in milliseconds, user and system. `NaN` where unavailable. */
export const cpuOf = (pid: number): number => {
  if (!canMeasure) return Number.NaN;
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is the program's name in parentheses and may contain spaces; count from behind it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * milliseconds;
};

/** CPU time from now on, including processes started meanwhile. */
export const cpuSince = async (pids: () => Promise<number[]> = async () => []): Promise<() => Promise<number>> => {
  const before = new Map((await pids()).map((pid) => [pid, cpuOf(pid)]));
  return async () => (await pids()).reduce((sum, pid) => sum + cpuOf(pid) - (before.get(pid) ?? 0), 0);
};

/** Resident memory in MiB. */
export const memoryOf = (pid: number): number => {
  if (!canMeasure) return Number.NaN;
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kibibytes) / 1024;
};
