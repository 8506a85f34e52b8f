// What a process has used so far, as the system counts it: all its threads, so hashing and signing are included.
import { readFileSync } from 'node:fs';

export const canMeasure = process.platform === 'linux';

// The unit of /proc/<pid>/stat on every Linux: hundredths of a second.
const milliseconds = 10;

/** CPU time in milliseconds, user and system. `NaN` where the system does not tell. */
export const cpuOf = (pid: number): number => {
  if (!canMeasure) return Number.NaN;
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is the program's name in parentheses, and may hold spaces; counting starts behind it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * milliseconds;
};

/** Resident memory in MiB. */
export const memoryOf = (pid: number): number => {
  if (!canMeasure) return Number.NaN;
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kibibytes) / 1024;
};
