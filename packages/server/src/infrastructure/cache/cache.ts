// Values cached in the process until one of their tables changes. One-time values, tokens and sessions are never
// cached.
import { LRUCache } from 'lru-cache';
import type { Invalidation } from './invalidation.ts';

const connectedTtl = 60_000;
// Maximum staleness while notifications cannot reach this node.
const disconnectedTtl = 1_000;
const missTtl = 10_000;
// Misses are stored separately and limited per tenant, so that made-up IDs evict no real values.
const maxMissesPerTenant = 50;
const maxTenantsWithMisses = 2_000;

export type Cache<V> = { get(tenantId: string, key: string): Promise<V> };
type Definition<V> = {
  tables: string[];
  /** `undefined` is a miss. */
  load: (tenantId: string, key: string) => Promise<V>;
  max?: number;
  /** The key is looked up before the tenant is known, so a change of any tenant invalidates all. */
  ofAllTenants?: true;
};

export const createCache = <V>(
  invalidation: Invalidation,
  { tables, load, max = 2000, ofAllTenants }: Definition<V>,
): Cache<V> => {
  const values = new LRUCache<string, { value: V }>({ max });
  const misses = new LRUCache<string, LRUCache<string, true>>({ max: maxTenantsWithMisses });
  const pending = new Map<string, Promise<V>>();
  const statistics = { name: tables[0] ?? '', hits: 0, loads: 0 };

  invalidation.statistics().push(statistics);
  invalidation.subscribe(tables, (announcement) => {
    if (announcement === 'everything' || ofAllTenants) {
      values.clear();
      misses.clear();
      return pending.clear();
    }
    const { tenantId } = announcement;
    misses.delete(tenantId);
    const prefix = `${tenantId}/`;
    for (const name of values.keys()) if (name.startsWith(prefix)) values.delete(name);
    // A value being loaded may already be outdated: callers get it, but it is not cached.
    for (const name of pending.keys()) if (name.startsWith(prefix)) pending.delete(name);
  });

  const keepMiss = (tenantId: string, key: string, ttl: number) => {
    const ofTenant = misses.get(tenantId) ?? new LRUCache<string, true>({ max: maxMissesPerTenant });
    ofTenant.set(key, true, { ttl: Math.min(ttl, missTtl) });
    misses.set(tenantId, ofTenant);
  };

  const keep = (name: string, tenantId: string, key: string, value: V) => {
    const ttl = invalidation.isConnected() ? connectedTtl : disconnectedTtl;
    if (value === undefined) keepMiss(tenantId, key, ttl);
    else values.set(name, { value }, { ttl });
  };

  const read = (name: string, tenantId: string, key: string): Promise<V> => {
    statistics.loads += 1;
    const isCurrent = () => pending.get(name) === running;
    const running = load(tenantId, key)
      .then((value) => {
        if (isCurrent()) keep(name, tenantId, key, value);
        return value;
      })
      .finally(() => {
        if (isCurrent()) pending.delete(name);
      });
    pending.set(name, running);
    return running;
  };

  return {
    get: (tenantId, key) => {
      const name = `${tenantId}/${key}`;
      const known = values.get(name);
      if (known || misses.get(tenantId)?.get(key)) {
        statistics.hits += 1;
        return Promise.resolve(known?.value as V);
      }
      return pending.get(name) ?? read(name, tenantId, key);
    },
  };
};
