// For tests of dates: midnight between two of their steps would change the answer.
import { setTimeout as sleep } from 'node:timers/promises';

const dayMs = 86_400_000;
/** Longer than such a test takes, shorter than a hook may take. */
const roomMs = 180_000;

/** Waits for the next day, in UTC, if this one ends soon. */
export const enoughOfToday = async () => {
  const leftMs = dayMs - (Date.now() % dayMs);
  if (leftMs < roomMs) await sleep(leftMs + 1);
};
