// Checks a password against the breach service, disclosing only five characters of its hash.
import { createHash } from 'node:crypto';
import type { Outbound } from '../../infrastructure/outbound/outbound.ts';
import { OutboundError } from '../../infrastructure/outbound/outbound-error.ts';

/** `unknown`: the service was unreachable. The password is allowed then, and the caller records it. */
export type Breached = 'yes' | 'no' | 'unknown';

type Means = { outbound: Pick<Outbound, 'fetch'>; settings: { passwordBreachEndpoint: string } };

const timeoutMs = 2000;

export async function isBreached(means: Means, password: string): Promise<Breached> {
  const digest = createHash('sha1').update(password).digest('hex').toUpperCase();
  const counts = await askForRange(means, digest.slice(0, 5));
  if (counts === undefined) return 'unknown';
  return (counts.get(digest.slice(5)) ?? 0) > 0 ? 'yes' : 'no';
}

async function askForRange({ outbound, settings }: Means, prefix: string): Promise<Map<string, number> | undefined> {
  try {
    // Padding hides the number of hashes with the prefix from observers of the response size.
    const headers = { 'add-padding': 'true', 'user-agent': 'Tessera' };
    const url = `${settings.passwordBreachEndpoint}/range/${prefix}`;
    const { status, body } = await outbound.fetch(url, { headers, timeoutMs });
    return status === 200 ? readRange(body.toString('latin1')) : undefined;
  } catch (error) {
    if (error instanceof OutboundError) return undefined;
    throw error;
  }
}

/** Lines of `suffix:count`; padding has the count 0. Text without any such line is not a valid response. */
function readRange(text: string): Map<string, number> | undefined {
  const counts = new Map<string, number>();
  for (const [, suffix = '', count] of text.matchAll(/^([0-9A-Fa-f]{35}):(\d+)\r?$/gm)) {
    counts.set(suffix.toUpperCase(), Number(count));
  }
  return counts.size > 0 ? counts : undefined;
}
