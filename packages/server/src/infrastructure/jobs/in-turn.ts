// Work of a job on one tenant, within a time, so that slow peers of one tenant do not hold up the others.

/** Works on a few at a time until the time is over; the rest waits for the next run. */
export const inTurn = async <T>(
  items: readonly T[],
  { atOnce, mostMs, signal }: { atOnce: number; mostMs: number; signal: AbortSignal },
  work: (item: T) => Promise<void>,
): Promise<void> => {
  const until = performance.now() + mostMs;
  const waiting = items.values();
  const workOff = async () => {
    for (const item of waiting) {
      if (performance.now() >= until || signal.aborted) return;
      await work(item);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, workOff));
};
