// Shares a limited number of slots between tenants. Each tenant has its own queue, and a free slot goes to the tenant
// with the least recent usage: with equal work tenants take turns, and a flood fills only its own queue.
import { OverloadError } from './overload-error.ts';

export type FairQueueOptions = {
  /** Slots of all tenants together. */
  concurrency: number;
  /** Of these, slots reserved for tenants with little work. */
  reserved: number;
  /**
   * A tenant that recently used more than `aboveMs` is heavy. All heavy tenants together get `concurrency` slots, and
   * each pauses for `rest` times the duration of its last work.
   */
  heavy?: { aboveMs: number; concurrency: number; rest?: number };
  /** How many calls of one tenant may wait, and for how long. */
  queueLength: number;
  patienceMs: number;
  /** Hold slots back even for a single tenant: for work so long that the next tenant can't wait for it. */
  alwaysShared?: boolean;
};

/** Frees the slot; `costMs` counts as usage, by default the time it was held. */
export type Release = (costMs?: number) => void;
/** For metrics; `waitedMs` is the total waiting time of started calls. */
export type QueueStatistics = {
  running: number;
  waiting: number;
  started: number;
  refused: number;
  waitedMs: number;
  oldestMs: number;
};

type Waiter = { start: (release: Release) => void; patience: NodeJS.Timeout; since: number };
type Account = { used: number; at: number; running: number; rests: number; waiting: Waiter[] };

const halfLifeMs = 10_000;
// Accounts with less usage are dropped.
const negligibleMs = 1;

export const createFairQueue = (options: FairQueueOptions) => {
  const { concurrency, reserved, heavy, queueLength, patienceMs, alwaysShared = false } = options;
  const reservedShare = Math.ceil(reserved / 2);
  const accounts = new Map<string, Account>();
  const queued = new Set<Account>();
  const state = { running: 0, swept: performance.now(), started: 0, refused: 0, waitedMs: 0 };

  const settle = (account: Account, now: number): number => {
    account.used *= 0.5 ** ((now - account.at) / halfLifeMs);
    account.at = now;
    return account.used;
  };
  const sweep = (now: number) => {
    if (now - state.swept < halfLifeMs) return;
    state.swept = now;
    for (const [tenantId, account] of accounts) {
      const isIdle = account.running === 0 && account.rests === 0 && account.waiting.length === 0;
      if (isIdle && settle(account, now) < negligibleMs) accounts.delete(tenantId);
    }
  };
  const accountOf = (tenantId: string): Account => {
    const now = performance.now();
    sweep(now);
    const known = accounts.get(tenantId);
    if (known) return known;
    const account: Account = { used: 0, at: now, running: 0, rests: 0, waiting: [] };
    accounts.set(tenantId, account);
    return account;
  };

  const isHeavy = (account: Account, now: number) => heavy !== undefined && settle(account, now) > heavy.aboveMs;
  const heavyRunning = (now: number) => {
    let count = 0;
    for (const account of accounts.values()) if (account.running > 0 && isHeavy(account, now)) count += account.running;
    return count;
  };
  const mayStart = (account: Account, now: number): boolean => {
    if (state.running >= concurrency) return false;
    if (accounts.size === 1 && !alwaysShared) return true;
    const hasSpareSlot = state.running < concurrency - reserved;
    if (heavy && isHeavy(account, now)) {
      return hasSpareSlot && account.rests === 0 && heavyRunning(now) < heavy.concurrency;
    }
    return hasSpareSlot || account.running < reservedShare;
  };

  const rest = (account: Account, now: number, costMs: number) => {
    if (!heavy?.rest || !isHeavy(account, now)) return;
    account.rests += 1;
    const end = () => {
      account.rests -= 1;
      drain();
    };
    setTimeout(end, heavy.rest * costMs).unref();
  };

  const start = (account: Account): Release => {
    const began = performance.now();
    let isReleased = false;
    state.running += 1;
    state.started += 1;
    account.running += 1;
    return (costMs = performance.now() - began) => {
      if (isReleased) return;
      isReleased = true;
      state.running -= 1;
      account.running -= 1;
      const now = performance.now();
      settle(account, now);
      account.used += costMs;
      rest(account, now, costMs);
      drain();
    };
  };

  const next = (): Account | undefined => {
    const now = performance.now();
    let least: Account | undefined;
    for (const account of queued) {
      if (!mayStart(account, now)) continue;
      if (!least || settle(account, now) < settle(least, now)) least = account;
    }
    return least;
  };
  const drain = () => {
    for (let account = next(); account; account = next()) {
      const waiter = account.waiting.shift();
      // Move it to the end, so that tenants with equal usage take turns.
      queued.delete(account);
      if (account.waiting.length > 0) queued.add(account);
      if (!waiter) continue;
      clearTimeout(waiter.patience);
      state.waitedMs += performance.now() - waiter.since;
      waiter.start(start(account));
    }
  };

  const refusal = () => {
    state.refused += 1;
    return new OverloadError();
  };

  /** Waits for a slot; rejects with an `OverloadError` after the timeout. */
  const acquire = (tenantId: string): Promise<Release> => {
    const account = accountOf(tenantId);
    if (account.waiting.length === 0 && mayStart(account, performance.now())) return Promise.resolve(start(account));
    if (account.waiting.length >= queueLength) return Promise.reject(refusal());
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        account.waiting.splice(account.waiting.indexOf(waiter), 1);
        if (account.waiting.length === 0) queued.delete(account);
        reject(refusal());
      };
      const patience = setTimeout(giveUp, patienceMs).unref();
      const waiter: Waiter = { start: resolve, patience, since: performance.now() };
      account.waiting.push(waiter);
      queued.add(account);
    });
  };

  const statistics = (): QueueStatistics => {
    const now = performance.now();
    const { running, started, refused, waitedMs } = state;
    const queues = [...queued].map((account) => account.waiting);
    return {
      ...{ running, started, refused, waitedMs },
      waiting: queues.reduce((sum, { length }) => sum + length, 0),
      oldestMs: Math.max(0, ...queues.map(([first]) => now - (first?.since ?? now))),
    };
  };

  return {
    acquire,
    statistics,
    /** Whether the tenant recently used more than its budget, also while no other one has work. */
    isHeavy: (tenantId: string): boolean => isHeavy(accountOf(tenantId), performance.now()),
    /** `work` is told whether its tenant is heavy while others have work, too. */
    run: async <T>(tenantId: string, work: (isHeavy: boolean) => Promise<T>): Promise<T> => {
      const release = await acquire(tenantId);
      try {
        return await work(accounts.size > 1 && isHeavy(accountOf(tenantId), performance.now()));
      } finally {
        release();
      }
    },
  };
};
