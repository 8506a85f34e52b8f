// Values read from the database and kept in the process until a table they come from changes.
// One-time things, tokens and sessions never go in here.
import { LRUCache } from 'lru-cache';
import type { Invalidation } from './invalidation.ts';

const connectedTtl = 60_000;
// While announcements cannot reach us, a value may be at most this stale.
const disconnectedTtl = 1_000;

export type Cache<V> = { get(tenantId: string, key: string): Promise<V> };
type Definition<V> = {
  tables: string[];
  load: (tenantId: string, key: string) => Promise<V>;
  max?: number;
  /** The values are looked up before the tenant is known: a change of any tenant can be about any of them. */
  ofAllTenants?: true;
};

export const createCache = <V>(
  invalidation: Invalidation,
  { tables, load, max = 2000, ofAllTenants }: Definition<V>,
): Cache<V> => {
  const values = new LRUCache<string, { value: V }>({ max });
  const pending = new Map<string, Promise<V>>();
  let generation = 0;

  invalidation.subscribe((announcement) => {
    if (announcement !== 'everything' && !tables.includes(announcement.table)) return;
    // A value that is being read now may already be old: it is handed out once, but not kept.
    generation += 1;
    pending.clear();
    if (announcement === 'everything' || ofAllTenants) return values.clear();
    for (const name of values.keys()) if (name.startsWith(`${announcement.tenantId}/`)) values.delete(name);
  });

  const read = async (name: string, tenantId: string, key: string) => {
    const began = generation;
    try {
      const value = await load(tenantId, key);
      const ttl = invalidation.isConnected() ? connectedTtl : disconnectedTtl;
      if (began === generation) values.set(name, { value }, { ttl });
      return value;
    } finally {
      if (began === generation) pending.delete(name);
    }
  };

  return {
    get: (tenantId, key) => {
      const name = `${tenantId}/${key}`;
      const known = values.get(name);
      if (known) return Promise.resolve(known.value);
      const running = pending.get(name) ?? read(name, tenantId, key);
      pending.set(name, running);
      return running;
    },
  };
};
