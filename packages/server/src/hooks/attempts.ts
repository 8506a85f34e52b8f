// What follows an attempt: nothing when it arrived or never will, another one later when it might.
import { maxHookRetries } from '@tessera/contract/hooks';
import { random } from '../random.ts';
import type { Sent } from './send.ts';

/** Times of trouble are given time to end. */
const delays = [1_000, 10_000, 60_000];

const mightArrive = ({ error, response }: Sent) =>
  error === 'timeout' || error === 'network' || (response !== undefined && response.statusCode >= 500);

/** Milliseconds until the next attempt; `undefined` when there is none. `attempts` counts the one that was made. */
export const nextAttempt = (
  sent: Sent,
  attempts: number,
  retries: number = maxHookRetries,
  jitter: () => number = random.share,
): number | undefined => {
  if (!sent.error || !mightArrive(sent) || attempts > retries) return undefined;
  const delay = delays[attempts - 1] ?? delays.at(-1) ?? 0;
  // Those that failed together do not come back together.
  return Math.round(delay * (1 + jitter() / 4));
};
