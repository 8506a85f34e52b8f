// Runs a recurring job in tests until it is done, as the worker does.
import type { JsonObject } from '@tessera/contract/fields';
import type { Job, JobKind } from './job.ts';

/** Returns the number of runs. */
export const runPass = async ({ run }: JobKind): Promise<number> => {
  const { signal } = new AbortController();
  let payload: JsonObject = {};
  for (let runs = 1; ; runs += 1) {
    const job: Job = { tenantId: 'admin', id: 'job', kind: 'job', key: 'job', payload, attempts: 0, createdAt: 0 };
    const outcome = await run(job, signal);
    if (outcome.type !== 'continue') return runs;
    payload = outcome.payload ?? {};
  }
};
