// Rate limits per IP address for expensive or guessable operations, and per recipient for messages. Counted in the
// database across all nodes, or per node while it is away.
import type { ErrorCode } from '@tessera/contract/errors';
import type pg from 'pg';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { networkOf } from './networks.ts';
import { RequestError } from './request-error.ts';

export type RateLimit = { spend(key: string): Promise<void> };

const minute = 60;

const consume = async (
  limiter: RateLimiterAbstract,
  key: string,
  code: ErrorCode = 'request.rate_limited',
): Promise<void> => {
  try {
    await limiter.consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    throw new RequestError(code, { retryAfter: Math.ceil(refusal.msBeforeNext / 1000) });
  }
};

type Limit = { name: string; points: number; seconds: number; code?: ErrorCode };

/** Limits that no setting changes. */
export const fixedLimits = {
  connectorTest: { name: 'connector-tests', points: 30, seconds: 10 * minute },
  applicationTest: { name: 'application-tests', points: 60, seconds: 10 * minute },
  document: { name: 'metadata-documents', points: 120, seconds: 10 * minute },
  newPassword: { name: 'new-passwords', points: 20, seconds: 10 * minute },
  scim: { name: 'scim', points: 60_000, seconds: minute },
} as const satisfies Record<string, Limit>;

const createLimit = (pool: pg.Pool, { name, points, seconds, code }: Limit): RateLimit => {
  if (points === 0) return { spend: async () => {} };
  const count = { keyPrefix: name, points, duration: seconds };
  const limiter = new RateLimiterPostgres({
    ...count,
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    // Callers over the limit no longer reach the database.
    inMemoryBlockOnConsumed: points + 1,
    insuranceLimiter: new RateLimiterMemory(count),
  });
  return { spend: (key) => consume(limiter, key, code) };
};

/** Attempts per IP address. */
export const createRateLimit = (pool: pg.Pool, perMinute: number): RateLimit => {
  const limit = createLimit(pool, { name: 'attempts', points: perMinute, seconds: minute });
  return { spend: (address) => limit.spend(networkOf(address)) };
};

/** Codes per recipient, across all callers. */
export const createMessageLimit = (pool: pg.Pool, perTenMinutes: number): RateLimit =>
  createLimit(pool, { name: 'messages', points: perTenMinutes, seconds: 10 * minute });

export type ConnectorTestLimit = { spend(tenantId: string, connectorId: string): Promise<void> };

/** So that tests of one connector, such as by a setup link, leave enough for others. */
const connectorsPerTenant = 10;

/** Connector tests, since each makes requests to a provider of its choice. */
export const createConnectorTestLimit = (pool: pg.Pool): ConnectorTestLimit => {
  const limit = { ...fixedLimits.connectorTest, code: 'connector.too_many_tests' } as const;
  const byConnector = createLimit(pool, limit);
  const points = limit.points * connectorsPerTenant;
  const byTenant = createLimit(pool, { ...limit, name: `tenant-${limit.name}`, points });
  return {
    spend: async (tenantId, connectorId) => {
      await byConnector.spend(`${tenantId} ${connectorId}`);
      await byTenant.spend(tenantId);
    },
  };
};

/** Tests of a tenant's applications. Each stores a row. */
export const createApplicationTestLimit = (pool: pg.Pool): RateLimit => createLimit(pool, fixedLimits.applicationTest);

/** Documents that describe applications. Anyone can have one read. */
export const createDocumentLimit = (pool: pg.Pool): RateLimit => createLimit(pool, fixedLimits.document);

/** New passwords of a user, since each is compared with the current one. */
export const createNewPasswordLimit = (pool: pg.Pool): RateLimit => createLimit(pool, fixedLimits.newPassword);

/** SCIM requests of a tenant. Counted per node, so that they need no statement. */
export const createScimLimit = (): RateLimit => {
  const { points, seconds: duration } = fixedLimits.scim;
  const limiter = new RateLimiterMemory({ points, duration });
  return { spend: (tenantId) => consume(limiter, tenantId) };
};

export type StorageLimit = { spend(tenantId: string, address: string): Promise<void> };

/** A tenant's share of a node: far more than the sign-ins it can serve. */
const addressesPerTenant = 20;

/** For requests that store something, and that anyone can send. Counted per node, so that they need no statement. */
export const createStorageLimit = (perMinute: number): StorageLimit => {
  if (perMinute === 0) return { spend: async () => {} };
  const byAddress = new RateLimiterMemory({ points: perMinute, duration: minute });
  const byTenant = new RateLimiterMemory({ points: perMinute * addressesPerTenant, duration: minute });
  return {
    spend: async (tenantId, address) => {
      await consume(byAddress, networkOf(address));
      await consume(byTenant, tenantId);
    },
  };
};

export type FailureLimit = {
  spend(key: string, address: string): Promise<void>;
  refund(key: string, address: string): Promise<void>;
};

/**
 * Failed attempts per key and network: a whole company may sign in behind one address, so successes are refunded.
 * An attempt is counted before it is tried, so that attempts at the same moment do not pass. Counted per node, so that they need no statement.
 */
export const createFailureLimit = (perMinute: number): FailureLimit => {
  if (perMinute === 0) return { spend: async () => {}, refund: async () => {} };
  const limiter = new RateLimiterMemory({ points: perMinute, duration: minute });
  const keyOf = (key: string, address: string) => `${key} ${networkOf(address)}`;
  const refund = async (key: string, address: string) => {
    await limiter.reward(keyOf(key, address));
  };
  return {
    spend: (key, address) =>
      consume(limiter, keyOf(key, address)).catch(async (refusal: unknown) => {
        // It was not tried, so it is no failure.
        await refund(key, address);
        throw refusal;
      }),
    refund,
  };
};
