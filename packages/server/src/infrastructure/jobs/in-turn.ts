// Work of a job on one tenant, within a time, so that slow peers of one tenant do not hold up the others.

/** Works on one after the other until the time is over; the rest waits for the next run. */
export const inTurn = async <T>(
  items: readonly T[],
  { mostMs, signal }: { mostMs: number; signal: AbortSignal },
  work: (item: T) => Promise<void>,
): Promise<void> => {
  const until = performance.now() + mostMs;
  for (const item of items) {
    if (performance.now() >= until || signal.aborted) return;
    await work(item);
  }
};
