// Tokens of tenants' applications at providers, kept in the memory of the node until shortly before they expire.
import type { ApplicationToken, ApplicationTokens } from '@tessera/connectors/application-tokens';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../clock.ts';
import { sameSecret } from '../../random.ts';

type Kept = { token: string; until: number };

const mostTokens = 10_000;
/** In seconds. A token is not used in its last minute, which a request may take. */
const mostAge = 7_200;
const margin = 60;

export const createApplicationTokens = (clock: Pick<Clock, 'now'>): ApplicationTokens => {
  const tokens = new LRUCache<string, Kept>({ max: mostTokens });
  const pending = new Map<string, Promise<string>>();

  const renew = async (key: string, load: () => Promise<ApplicationToken>): Promise<string> => {
    const { token, expiresIn } = await load();
    tokens.set(key, { token, until: clock.now() + (Math.min(expiresIn, mostAge) - margin) * 1000 });
    return token;
  };

  return async (key, load, refused) => {
    const kept = tokens.get(key);
    const isRefused = kept && refused !== undefined && sameSecret(kept.token, refused);
    if (kept && !isRefused && clock.now() < kept.until) return kept.token;
    const running = pending.get(key) ?? renew(key, load).finally(() => pending.delete(key));
    pending.set(key, running);
    return running;
  };
};
