// Imported first by long-running compute workers to lower their thread priority. Linux has a priority per thread, where
// 0 means the calling one; other systems would lower the whole process.
import { getPriority, setPriority } from 'node:os';

const lowerBy = 15;
const lowest = 19;

if (process.platform === 'linux') {
  try {
    setPriority(0, Math.min(lowest, getPriority(0) + lowerBy));
  } catch {
    // A process sandbox may forbid it, which is harmless.
  }
}
