// How often one network address may do what is costly or can be guessed, and how often one recipient is written to.
// Counted in the database, so that all nodes count together; while it is away every node counts for itself.
import { isIPv6 } from 'node:net';
import type pg from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { RequestError } from './request-error.ts';

export type RateLimit = { spend(key: string): Promise<void> };

const minute = 60;

/** Whoever has one address of IPv6 usually has the whole network around it. */
const networkOf = (address: string): string => {
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const missing = 8 - groups.length - (tail === '' ? 0 : tail.split(':').length);
  const whole = address.includes('::')
    ? [...groups, ...Array(Math.max(missing, 0)).fill('0'), ...tail.split(':')]
    : groups;
  return `${whole.slice(0, 4).join(':')}::`;
};

type Limit = { name: string; points: number; seconds: number };

const createLimit = (pool: pg.Pool, { name, points, seconds }: Limit): RateLimit => {
  if (points === 0) return { spend: async () => {} };
  const count = { keyPrefix: name, points, duration: seconds };
  const limiter = new RateLimiterPostgres({
    ...count,
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    // Whoever is over the limit does not reach the database any more.
    inMemoryBlockOnConsumed: points + 1,
    insuranceLimiter: new RateLimiterMemory(count),
  });
  return {
    spend: async (key) => {
      try {
        await limiter.consume(key);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        throw new RequestError('request.rate_limited', { retryAfter: Math.ceil(refusal.msBeforeNext / 1000) });
      }
    },
  };
};

/** Of attempts by one network address. */
export const createRateLimit = (pool: pg.Pool, perMinute: number): RateLimit => {
  const limit = createLimit(pool, { name: 'attempts', points: perMinute, seconds: minute });
  return { spend: (address) => limit.spend(networkOf(address)) };
};

/** Of codes to one recipient, whoever asks for them. */
export const createMessageLimit = (pool: pg.Pool, perTenMinutes: number): RateLimit =>
  createLimit(pool, { name: 'messages', points: perTenMinutes, seconds: 10 * minute });
