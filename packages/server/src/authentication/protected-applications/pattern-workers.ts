// Compares texts with patterns from tenants, in worker threads: few at once, a share per tenant, and each for a limited
// time.
import { extname } from 'node:path';
import { createFairQueue } from '../../infrastructure/concurrency/fair-queue.ts';
import { createWorkerPool } from '../../infrastructure/concurrency/worker-pool.ts';
import type { PatternJob } from './page-rules.worker.ts';

const limitMs = 500;
const startMs = 5_000;

export type PatternWorkers = ReturnType<typeof createPatternWorkers>;

export const createPatternWorkers = () => {
  const queue = createFairQueue({
    ...{ concurrency: 2, reserved: 1, queueLength: 200, patienceMs: 5_000 },
    heavy: { aboveMs: 1_000, concurrency: 1, rest: 3 },
    alwaysShared: true,
  });
  const pool = createWorkerPool<PatternJob, boolean>({
    file: new URL(`./page-rules.worker${extname(import.meta.url)}`, import.meta.url),
    name: 'page rules',
    resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 8 },
  });

  const compare = async (job: PatternJob): Promise<boolean | 'slow'> => {
    const lease = await pool.take(startMs);
    return new Promise((resolve) => {
      const finish = (result: boolean | 'slow', isDamaged: boolean) => {
        clearTimeout(limit);
        lease.release(isDamaged);
        resolve(result);
      };
      const limit = setTimeout(() => finish('slow', true), limitMs);
      lease.listen(
        (isMatch) => finish(isMatch, false),
        () => finish('slow', true),
      );
      lease.send(job);
    });
  };

  return {
    /** Whether a pattern matches one of the texts; `slow` if that took too long. */
    matches: (tenantId: string, job: PatternJob): Promise<boolean | 'slow'> => queue.run(tenantId, () => compare(job)),
    stop: pool.stop,
  };
};
