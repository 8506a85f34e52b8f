// Shares the main thread between tenants. While it keeps up, every request starts immediately. When it is busy and
// other tenants have requests in progress, tenants above their recent share wait, and only as many of their requests
// start as the thread has time for.
import type { ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import { OverloadError } from './overload-error.ts';

export type RequestAdmissionOptions = {
  /** Utilization of the main thread since the last call, from 0 to 1. */
  utilization: () => number;
  now: () => number;
};
/** Preferred requests that started within the same time and have not ended. Those older than two generations are forgotten. */
type Generation = { inProgress: number };
type Generations = { since: number; current: Generation; previous: Generation };
type Response = Pick<ServerResponse, 'destroyed' | 'once'>;
type Account = { recent: number; at: number; waiting: Waiting[] };
/** `weight`: how much of the thread it takes, as a multiple of a request without a body. */
type Waiting = { weight: number; start: () => void };

const halfLifeMs = 5_000;
const tickMs = 20;
const busyAbove = 0.5;
const patienceMs = 5_000;
const queueLength = 500;
const generationMs = 1_000;
// Clients send their requests one after the other.
const expectedMs = 250;
/** A pause of the thread halves the measured load. */
const pauseMs = 100;
const mostAtOnce = 1_000;
const moreAtOnce = 1.05;
const lessAtOnce = 0.7;
/** The thread takes as long for a body of this size as for a request without one. */
const bytesPerRequest = 16 * 1024;
const mostBytes = 1024 * 1024;
/** No tenant has this ID. */
const unknown = '';
// Accounts with fewer recent requests are dropped.
const negligible = 0.5;

const eventLoopUtilization = () => {
  let last = performance.eventLoopUtilization();
  return () => {
    const { utilization } = performance.eventLoopUtilization(last);
    last = performance.eventLoopUtilization();
    return utilization;
  };
};

const createGenerations = (since: number): Generations => ({
  since,
  current: { inProgress: 0 },
  previous: { inProgress: 0 },
});
const turn = (generations: Generations, at: number) => {
  generations.previous = generations.current;
  generations.current = { inProgress: 0 };
  generations.since = at;
};
const inProgress = ({ current, previous }: Generations) => current.inProgress + previous.inProgress;

export const createRequestAdmission = ({
  utilization = eventLoopUtilization(),
  now = () => performance.now(),
}: Partial<RequestAdmissionOptions> = {}) => {
  const accounts = new Map<string, Account>();
  const queued = new Set<Account>();
  const state = {
    ...{ sampled: now(), swept: now(), load: 0, isBusy: false, isDraining: false },
    ...{ atOnce: mostAtOnce, total: 0 },
  };
  const preferred = { ...createGenerations(now()), expectedUntil: 0 };
  // Older ones wait for a script, a hash or a provider rather than for the thread.
  const young = createGenerations(now());
  // Requests above the share of their tenant.
  const others = createGenerations(now());
  const settle = (account: Account, at: number): number => {
    account.recent *= 0.5 ** ((at - account.at) / halfLifeMs);
    account.at = at;
    return account.recent;
  };
  /** Drops quiet tenants and counts the requests of the others. */
  const sweep = (at: number) => {
    state.swept = at;
    state.total = 0;
    for (const [tenantId, account] of accounts) {
      const recent = settle(account, at);
      if (recent < negligible && account.waiting.length === 0) accounts.delete(tenantId);
      else state.total += recent;
    }
  };
  const sample = (at: number) => {
    if (at - state.sampled < tickMs) return;
    const current = utilization();
    // Follows peaks at once, since the thread has pauses, too, while it is busy.
    state.load = Math.max(current, current + (state.load - current) * 0.5 ** ((at - state.sampled) / pauseMs));
    state.isBusy = state.load > busyAbove;
    state.atOnce = state.isBusy
      ? Math.max(1, state.atOnce * lessAtOnce)
      : Math.min(mostAtOnce, state.atOnce * moreAtOnce);
    state.sampled = at;
    if (at - state.swept > 1_000) sweep(at);
    turn(young, at);
    turn(others, at);
    if (at - preferred.since > generationMs) turn(preferred, at);
  };
  const accountOf = (tenantId: string, at: number): Account => {
    const known = accounts.get(tenantId);
    if (known) return known;
    const account: Account = { recent: 0, at, waiting: [] };
    accounts.set(tenantId, account);
    return account;
  };
  const count = (account: Account, weight: number) => {
    account.recent += weight;
    state.total += weight;
  };
  const isWithinShare = (account: Account) => account.recent <= state.total / accounts.size;

  /**
   * For tenants above their share. While the next preferred request may come at any moment, few at once, and none beside
   * one that the busy thread works on: it would wait for each part of theirs.
   */
  const mayStart = (at: number): boolean => {
    if (inProgress(preferred) === 0 && at >= preferred.expectedUntil) return true;
    return inProgress(others) < Math.floor(state.atOnce) && !(inProgress(young) > 0 && state.isBusy);
  };
  const leastRecent = (): Account | undefined => {
    let least: Account | undefined;
    for (const account of queued) if (!least || account.recent < least.recent) least = account;
    return least;
  };
  const startWaiting = () => {
    const at = now();
    sample(at);
    for (let account = leastRecent(); account && mayStart(at); account = leastRecent()) {
      const next = account.waiting.shift();
      if (account.waiting.length === 0) queued.delete(account);
      if (next) count(account, next.weight);
      next?.start();
    }
  };
  const drain = () => {
    startWaiting();
    state.isDraining = queued.size > 0;
    if (state.isDraining) setTimeout(drain, tickMs);
  };

  const admitOther = (response: Response) => {
    // Its client may have left while it waited.
    if (response.destroyed) return;
    const generation = others.current;
    generation.inProgress += 1;
    response.once('close', () => {
      generation.inProgress -= 1;
      // After the requests that have arrived meanwhile.
      if (queued.size > 0) setImmediate(startWaiting);
    });
  };

  const wait = (account: Account, response: Response, weight: number): Promise<void> => {
    if (account.waiting.length >= queueLength) return Promise.reject(new OverloadError());
    return new Promise((resolve, reject) => {
      const giveUp = setTimeout(() => {
        account.waiting.splice(account.waiting.indexOf(waiting), 1);
        if (account.waiting.length === 0) queued.delete(account);
        reject(new OverloadError());
      }, patienceMs).unref();
      const start = () => {
        clearTimeout(giveUp);
        admitOther(response);
        resolve();
      };
      const waiting = { weight, start };
      account.waiting.push(waiting);
      queued.add(account);
      if (state.isDraining) return;
      state.isDraining = true;
      setTimeout(drain, tickMs);
    });
  };

  const prefer = (response: Response) => {
    const generations = [preferred.current, young.current];
    for (const generation of generations) generation.inProgress += 1;
    response.once('close', () => {
      for (const generation of generations) generation.inProgress -= 1;
      preferred.expectedUntil = now() + expectedMs;
    });
  };

  return {
    /**
     * Returns undefined if the request may start now, otherwise a promise that resolves when it may or rejects. Tenants that
     * may not exist share one account: each name that someone makes up would be within its share.
     */
    admit: (tenantId: string | undefined, response: Response, bodyBytes = 0): Promise<void> | undefined => {
      const at = now();
      const weight = 1 + Math.min(bodyBytes, mostBytes) / bytesPerRequest;
      sample(at);
      const account = accountOf(tenantId ?? unknown, at);
      if (account.waiting.length > 0) return wait(account, response, weight);
      if (state.isBusy) {
        if (isWithinShare(account)) prefer(response);
        else if (mayStart(at)) admitOther(response);
        else return wait(account, response, weight);
      }
      count(account, weight);
      return undefined;
    },
  };
};
