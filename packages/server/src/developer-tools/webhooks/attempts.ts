// Decides whether a delivery is retried.
import { maxWebhookRetries } from '@tessera/contract/webhooks';
import { random } from '../../random.ts';
import type { Sent } from './send.ts';

/** Retry delays: 1 s, 10 s, 60 s. */
const delays = [1_000, 10_000, 60_000];

export type Result = Pick<Sent, 'error' | 'response'>;

const mightArrive = ({ error, response }: Result) =>
  error === 'timeout' || error === 'network' || (response !== undefined && response.statusCode >= 500);

/** Milliseconds until the next attempt; `undefined` if there is none. `attempts` includes the one just made. */
export const nextAttempt = (
  sent: Result,
  attempts: number,
  retries: number = maxWebhookRetries,
  jitter: () => number = random.share,
): number | undefined => {
  if (!sent.error || !mightArrive(sent) || attempts > retries) return undefined;
  const delay = delays[attempts - 1] ?? delays.at(-1) ?? 0;
  // Jitter spreads deliveries that failed together.
  return Math.round(delay * (1 + jitter() / 4));
};
