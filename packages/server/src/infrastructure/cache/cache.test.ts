// Tests the cache with a fake subscription instead of database notifications.
import { expect, it } from 'vitest';
import { createCache } from './cache.ts';
import type { Announcement, Invalidation } from './invalidation.ts';

const announcer = () => {
  const listeners: ((announcement: Announcement | 'everything') => void)[] = [];
  const invalidation = {
    isConnected: () => true,
    subscribe: (_tables, listener) => void listeners.push(listener),
    announceLocally: () => {},
    ping: async () => {},
    query: async () => [],
    statistics: () => [],
    stop: async () => {},
  } satisfies Invalidation;
  return {
    invalidation,
    announce: (tenantId: string) => listeners.map((tell) => tell({ tenantId, table: 'clients' })),
  };
};

const counting = (options: { max?: number } = {}) => {
  const { invalidation, announce } = announcer();
  const loads: string[] = [];
  const cache = createCache(invalidation, {
    ...options,
    tables: ['clients'],
    load: async (tenantId, key): Promise<string | undefined> => {
      loads.push(`${tenantId}/${key}`);
      return key.startsWith('made-up') ? undefined : `${tenantId}:${key}`;
    },
  });
  return { cache, announce, loads };
};

it('loads a value once until its tenant changes', async () => {
  const { cache, announce, loads } = counting();
  await Promise.all([cache.get('a', 'x'), cache.get('a', 'x'), cache.get('b', 'x')]);
  announce('b');
  expect([await cache.get('a', 'x'), await cache.get('b', 'x')]).toEqual(['a:x', 'b:x']);
  expect(loads).toEqual(['a/x', 'b/x', 'b/x']);
});

it('keeps values when thousands of unknown keys are requested', async () => {
  const { cache, loads } = counting({ max: 100 });
  await cache.get('victim', 'x');
  await cache.get('victim', 'made-up');
  for (let count = 0; count < 5000; count += 1) await cache.get('attacker', `made-up-${count}`);
  loads.length = 0;
  expect(await cache.get('victim', 'x')).toBe('victim:x');
  expect(await cache.get('victim', 'made-up')).toBeUndefined();
  expect(loads).toEqual([]);
});

it('finds a value created after a miss', async () => {
  const { cache, announce, loads } = counting();
  await cache.get('a', 'made-up');
  announce('a');
  await cache.get('a', 'made-up');
  expect(loads).toEqual(['a/made-up', 'a/made-up']);
});

it('drops a value whose tenant changed while it was loading, and keeps others', async () => {
  const { invalidation, announce } = announcer();
  const gates = new Map<string, (value: string) => void>();
  let loads = 0;
  const cache = createCache(invalidation, {
    tables: ['clients'],
    load: (tenantId): Promise<string> => {
      loads += 1;
      return new Promise((resolve) => gates.set(tenantId, resolve));
    },
  });
  const [old, other] = [cache.get('a', 'x'), cache.get('b', 'x')];
  announce('a');
  gates.get('a')?.('old');
  gates.get('b')?.('other');
  expect([await old, await other]).toEqual(['old', 'other']);
  const current = cache.get('a', 'x');
  gates.get('a')?.('new');
  expect([await current, await cache.get('b', 'x')]).toEqual(['new', 'other']);
  expect(loads).toBe(3);
});

it('retries after a failed load', async () => {
  const { invalidation } = announcer();
  let loads = 0;
  const cache = createCache(invalidation, {
    tables: ['clients'],
    load: async (): Promise<string> => {
      loads += 1;
      if (loads === 1) throw new Error('database away');
      return 'there';
    },
  });
  await expect(cache.get('a', 'x')).rejects.toThrow('database away');
  expect(await cache.get('a', 'x')).toBe('there');
});
