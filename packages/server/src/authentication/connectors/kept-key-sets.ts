// Copies of the key sets of social providers, kept by the rules for documents of enterprise SSO: fetched again after an
// hour, or at once for an unknown key; a copy that can't be fetched again stays in use.
import type { KeySets } from '@tessera/connectors/key-sets';
import type { JSONWebKeySet } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../clock.ts';

type Copy = { keys: JSONWebKeySet; triedAt: number; refreshAt: number };

const hour = 3_600_000;
const retryMs = 600_000;
/** Several sign-ins with a new key, or forged ones, must not turn into as many requests. */
const leastInterval = 2_000;
/** In characters; a larger set is not kept. */
const most = { ofAll: 8_000_000, ofOne: 100_000 };

export const createKeySets = (clock: Pick<Clock, 'now'>): KeySets => {
  const copies = new LRUCache<string, Copy>({
    maxSize: most.ofAll,
    maxEntrySize: most.ofOne,
    sizeCalculation: ({ keys }) => JSON.stringify(keys).length,
  });
  const pending = new Map<string, Promise<JSONWebKeySet>>();

  const refresh = async (url: string, load: () => Promise<JSONWebKeySet>): Promise<JSONWebKeySet> => {
    const triedAt = clock.now();
    try {
      const keys = await load();
      copies.set(url, { keys, triedAt, refreshAt: triedAt + hour });
      return keys;
    } catch (error) {
      const copy = copies.get(url);
      if (!copy) throw error;
      copies.set(url, { ...copy, triedAt, refreshAt: triedAt + retryMs });
      return copy.keys;
    }
  };

  return async (url, load, which = 'kept') => {
    const copy = copies.get(url);
    const usableUntil = copy && (which === 'kept' ? copy.refreshAt : copy.triedAt + leastInterval);
    if (usableUntil !== undefined && clock.now() < usableUntil) return copy?.keys as JSONWebKeySet;
    const running = pending.get(url) ?? refresh(url, load).finally(() => pending.delete(url));
    pending.set(url, running);
    return running;
  };
};
