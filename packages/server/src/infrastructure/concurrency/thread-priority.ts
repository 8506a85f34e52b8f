// Imported first by long-running compute workers to lower their thread priority. Linux has a priority per thread, where
// 0 means the calling one; other systems would lower the whole process.
import { execFileSync } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { basename } from 'node:path';
import { workerData } from 'node:worker_threads';

const lowerBy = 15;
const lowest = 19;

/** A thread with the policy `idle` is interrupted at once when another one has work; a low priority keeps its slice. */
const setIdlePolicy = () => {
  const threadId = basename(readlinkSync('/proc/thread-self'));
  execFileSync('/usr/bin/chrt', ['--idle', '--pid', '0', threadId], { stdio: 'ignore', timeout: 1_000 });
};

if (process.platform === 'linux') {
  try {
    setPriority(0, Math.min(lowest, getPriority(0) + lowerBy));
    if ((workerData as { onlyWhenIdle?: boolean } | null)?.onlyWhenIdle) setIdlePolicy();
  } catch {
    // A process sandbox may forbid it, and the command may be missing: both are harmless.
  }
}
