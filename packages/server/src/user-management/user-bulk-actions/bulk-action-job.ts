// The job that runs a bulk action, some users per run, so that a large one does not delay others.
import { done, type JobKind } from '../../infrastructure/jobs/job.ts';
import type { Services } from '../../services.ts';
import { processNextUser } from './process-user.ts';

const sliceMs = 1_000;
const lockedMs = 5_000;

export const userBulkActionJob = 'user-bulk-action';

export const createUserBulkActionJob = (services: Services): JobKind => ({
  // Short, so that it continues soon after its node died. The row lock keeps a second worker off the same user.
  leaseMs: 5_000,
  concurrency: { perKey: 1, perTenant: 1, perNode: 2 },
  run: async ({ tenantId, key: actionId }, signal) => {
    const all = services.databases.of(tenantId).selectFrom('userBulkActions').selectAll();
    const row = await all.where('id', '=', actionId).executeTakeFirst();
    if (!row) return done;
    for (const until = performance.now() + sliceMs; performance.now() < until && !signal.aborted; ) {
      const progress = await processNextUser(services, row);
      if (progress === 'locked') return { type: 'retry', inMs: lockedMs };
      if (progress === 'over') return done;
    }
    return { type: 'continue' };
  },
});
