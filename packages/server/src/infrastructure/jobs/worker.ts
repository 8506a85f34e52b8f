// Runs queued jobs. Every node has a worker; it wakes up when a job is added or becomes due, and periodically in case a
// notification was lost.

import type { Log } from '../../log.ts';
import type { Invalidation } from '../cache/invalidation.ts';
import type { Databases } from '../database/tenant-database.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { createConcurrency } from './concurrency.ts';
import { queueName } from './enqueue.ts';
import type { Job, JobKinds, Outcome } from './job.ts';
import { createJobQueue, type Head } from './queue.ts';

const pollEveryMs = 10_000;
const afterErrorMs = 1_000;
// Let the request that enqueued this job finish, and let a burst cause one poll.
const gatherMs = 10;
/** How long jobs may still run during shutdown; the rest is left to another node. */
const graceMs = 3_000;
const retryDelaysMs = [1_000, 10_000, 60_000, 300_000];

export type Worker = ReturnType<typeof startWorker>;
type Options = {
  databases: Databases;
  invalidation: Invalidation;
  kinds: JobKinds;
  metrics: Pick<Metrics, 'jobEnded' | 'noteLastSuccess'>;
  log: Log;
};

export const startWorker = ({ databases, invalidation, kinds, metrics, log }: Options) => {
  const queue = createJobQueue(databases);
  const concurrency = createConcurrency();
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();
  const state: {
    stopped: boolean;
    polling: boolean;
    pollAgain: boolean;
    hasRecurringJobs: boolean;
    timer?: NodeJS.Timeout;
    wakeAt: number;
  } = {
    stopped: false,
    polling: false,
    pollAgain: false,
    hasRecurringJobs: false,
    wakeAt: Number.POSITIVE_INFINITY,
  };

  const kindOf = (name: string) => {
    const kind = kinds[name];
    if (!kind) throw new Error(`no job kind ${name}`);
    return kind;
  };
  const report = (error: unknown, job?: Job) =>
    log.warn(
      { error: (error as Error).message, ...(job && { kind: job.kind, key: job.key, tenantId: job.tenantId }) },
      'a background job failed',
    );

  const settle = async (job: Job, outcome: Outcome) => {
    const { everyMs } = kindOf(job.kind);
    const hasFailed = outcome.type === 'removed' && outcome.hasFailed;
    concurrency.noteResult(job, outcome.type === 'retry' || hasFailed);
    metrics.jobEnded(job.kind, hasFailed ? 'failed' : outcome.type === 'removed' ? 'done' : outcome.type);
    if (outcome.type === 'removed') return;
    if (outcome.type === 'done' && everyMs !== undefined) metrics.noteLastSuccess(job.kind);
    if (outcome.type === 'done' && everyMs === undefined) return void (await queue.remove(job));
    const inMs = outcome.type === 'retry' ? outcome.inMs : outcome.type === 'done' ? (everyMs ?? 0) : 0;
    const attempts = outcome.type === 'retry' ? job.attempts + 1 : 0;
    const payload = outcome.type === 'done' ? {} : outcome.payload;
    await queue.postpone(job, { inMs, attempts, ...(payload && { payload }) });
    wakeIn(inMs);
  };

  const run = async (job: Job) => {
    try {
      await settle(job, await kindOf(job.kind).run(job, stopping.signal));
    } catch (error) {
      // The result is unknown, so another node, or this one after a restart, runs it again.
      if (stopping.signal.aborted) return void (await queue.postpone(job, { inMs: 0, attempts: job.attempts }));
      report(error, job);
      const inMs = retryDelaysMs[Math.min(job.attempts, retryDelaysMs.length - 1)] ?? afterErrorMs;
      await settle(job, { type: 'retry', inMs });
    }
  };

  /** Shutdown waits for all tracked work. */
  const track = (work: Promise<void>) => {
    running.add(work);
    void work.then(() => running.delete(work));
  };

  const startJobs = async (head: Head) => {
    const { concurrency: limits, leaseMs } = kindOf(head.kind);
    const free = state.stopped ? 0 : concurrency.free(head, limits);
    if (free === 0) return;
    // Acquired before the statement, so that a concurrent poll does not take the same slots.
    concurrency.acquire(head, free);
    const taken = await queue.take(head, free, leaseMs).catch((error: Error) => {
      report(error);
      wakeIn(afterErrorMs);
      return [];
    });
    for (let unused = taken.length; unused < free; unused += 1) concurrency.release(head);
    for (const job of taken) {
      track(
        run(job)
          // The job becomes due again when its lease ends.
          .catch((error) => report(error, job))
          .then(() => {
            concurrency.release(head);
            wakeIn(0);
          }),
      );
    }
  };

  const recurring = Object.keys(kinds).filter((name) => kindOf(name).everyMs !== undefined);
  const addRecurringJobs = async () => {
    for (const name of recurring) await queue.addRecurring(name);
    state.hasRecurringJobs = true;
  };

  const poll = async () => {
    if (state.stopped) return;
    if (state.polling) {
      state.pollAgain = true;
      return;
    }
    state.polling = true;
    try {
      if (!state.hasRecurringJobs) await addRecurringJobs();
      const heads = (await queue.heads()).filter(({ kind }) => kind in kinds);
      // Longest waiting first. One statement at a time, since requests need connections, too.
      const due = heads.filter(({ dueIn }) => dueIn <= 0).toSorted((one, other) => one.dueIn - other.dueIn);
      for (const head of due) await startJobs(head);
      wakeIn(Math.min(pollEveryMs, ...heads.map(({ dueIn }) => dueIn).filter((dueIn) => dueIn > 0)));
    } catch (error) {
      report(error);
      wakeIn(afterErrorMs);
    } finally {
      state.polling = false;
      if (state.pollAgain) {
        state.pollAgain = false;
        track(poll());
      }
    }
  };

  /** Only the earliest requested wake-up is kept. */
  const wakeIn = (milliseconds: number) => {
    const at = performance.now() + milliseconds;
    if (state.stopped || at >= state.wakeAt) return;
    clearTimeout(state.timer);
    state.wakeAt = at;
    state.timer = setTimeout(() => {
      state.wakeAt = Number.POSITIVE_INFINITY;
      track(poll());
    }, milliseconds);
  };

  // Measured from the start, so that a job that never completes is noticed.
  for (const name of recurring) metrics.noteLastSuccess(name);
  invalidation.subscribe([queueName], () => wakeIn(gatherMs));
  wakeIn(0);

  return {
    /** Finishes running jobs, or returns them to the queue. */
    stop: async () => {
      state.stopped = true;
      clearTimeout(state.timer);
      const abort = setTimeout(() => stopping.abort(), graceMs);
      // A running poll may still start jobs.
      while (running.size > 0) await Promise.all(running);
      clearTimeout(abort);
    },
  };
};
