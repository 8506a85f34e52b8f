// Polling.
import { setTimeout as sleep } from 'node:timers/promises';

/** Repeats the check until it succeeds. */
export const eventually = async (
  check: () => Promise<boolean> | boolean,
  { within = 60_000, what = 'it', every = 25 }: { within?: number; what?: string; every?: number } = {},
): Promise<void> => {
  const began = performance.now();
  for (;;) {
    if (await check()) return;
    if (performance.now() - began > within) throw new Error(`${what} did not happen within ${within} ms`);
    await sleep(every);
  }
};
