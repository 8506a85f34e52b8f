// The number of waiting jobs, for metrics.
import type { Databases } from '../database/tenant-database.ts';

const statement = {
  name: 'jobs-depth',
  text: `select kind, count(*)::int as jobs,
      greatest(0, extract(epoch from max(now() - due_at)))::float8 as "oldestSeconds"
    from job_queue group by kind`,
};

export const readQueueDepth = (databases: Databases) =>
  databases.runGlobal<{ kind: string; jobs: number; oldestSeconds: number }>(statement, []);
