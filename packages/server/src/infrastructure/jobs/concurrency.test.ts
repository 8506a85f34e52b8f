import { expect, it } from 'vitest';
import { createConcurrency } from './concurrency.ts';

const limits = { perKey: 5, perTenant: 10, perNode: 100 };
const slot = (tenantId: string, key: string, kind = 'webhook') => ({ tenantId, kind, key });

it('gives a failing key one job at a time, and others their full share', () => {
  const concurrency = createConcurrency();
  const [bad, good] = [slot('a', 'bad'), slot('a', 'good')];
  const free = () => [bad, good].map((one) => concurrency.free(one, limits));
  expect(free()).toEqual([5, 5]);
  concurrency.acquire(bad, 5);
  expect(free()).toEqual([0, 5]);
  concurrency.noteResult(bad, true);
  for (let count = 0; count < 5; count += 1) concurrency.release(bad);
  expect(free()).toEqual([1, 5]);
  concurrency.noteResult(bad, false);
  expect(free()).toEqual([5, 5]);
});

it('F22 leaves room for other tenants and job types', () => {
  const concurrency = createConcurrency();
  for (let count = 0; count < 20; count += 1) {
    const one = slot('hostile', `hook ${count}`);
    concurrency.acquire(one, concurrency.free(one, limits));
  }
  const others = [slot('hostile', 'more'), slot('other', 'hook'), slot('hostile', 'hook 1', 'backchannel-logout')];
  expect(others.map((one) => concurrency.free(one, limits))).toEqual([0, 5, 5]);
});

it('runs no more jobs of a type than a node may', () => {
  const concurrency = createConcurrency();
  const single = { perKey: 1, perTenant: 1, perNode: 1 };
  concurrency.acquire(slot('a', 'x', 'user-imports'), 1);
  expect(concurrency.free(slot('b', 'y', 'user-imports'), single)).toBe(0);
});
