// Runs tenants' scripts with fair scheduling: tenants with high CPU usage wait behind others, and some workers are
// reserved for tenants with low usage.
import { availableParallelism } from 'node:os';
import { scriptLimits } from '@tessera/contract/custom-jwt';
import { createFairQueue } from '../../infrastructure/concurrency/fair-queue.ts';
import { OverloadError } from '../../infrastructure/concurrency/overload-error.ts';
import type { Outbound } from '../../infrastructure/outbound/outbound.ts';
import { failure, type Job, type Outcome, type Output } from './messages.ts';
import { createScriptWorkers } from './script-workers.ts';

// A worker blocks while its script waits, so there are more of them than CPUs.
const concurrency = 8;
const patienceMs = 5_000;

/** A run with the output of its `console`. */
type Observed = { outcome: Outcome; output: Output };

export type Sandbox = ReturnType<typeof createSandbox>;

export const createSandbox = (outbound: Outbound) => {
  const queue = createFairQueue({
    ...{ concurrency, reserved: 2, queueLength: 100, patienceMs },
    // More than one run to the time limit; such scripts get half of the CPUs.
    heavy: { aboveMs: 5_000, concurrency: Math.max(1, Math.floor(availableParallelism() / 2)) },
    alwaysShared: true,
  });
  const workers = createScriptWorkers(outbound);
  /** The timeout covers both the queue and the start of the worker. */
  const runFairly = async (tenantId: string, job: Job): Promise<Observed> => {
    const began = performance.now();
    const release = await queue.acquire(tenantId);
    try {
      const leftMs = Math.max(1, began + patienceMs - performance.now());
      const { cpuMs, ...observed } = await workers.run(job, leftMs, queue.isHeavy(tenantId));
      const { outcome } = observed;
      // Otherwise a script without end would count less the less it gets.
      const hasTimedOut = outcome.type === 'failed' && outcome.reason === 'time';
      release(hasTimedOut ? scriptLimits.milliseconds : cpuMs);
      return observed;
    } finally {
      release(0);
    }
  };

  const observe = (tenantId: string, job: Job): Promise<Observed> =>
    runFairly(tenantId, job).catch((error: Error) => {
      const isBusy = error instanceof OverloadError;
      const outcome = isBusy ? failure('busy', 'too many scripts are running') : failure('crashed', error.message);
      return { outcome, output: [] };
    });

  return {
    observe,
    run: async (tenantId: string, job: Job): Promise<Outcome> => (await observe(tenantId, job)).outcome,
    statistics: queue.statistics,
    stop: workers.stop,
  };
};
