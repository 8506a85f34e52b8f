// Runs regular expression searches: few at once, a share per tenant, and at most a second each.
import { sql } from 'kysely';
import { createFairQueue } from '../concurrency/fair-queue.ts';
import type { Database, Databases } from '../database/tenant-database.ts';
import { RequestError } from '../http/request-error.ts';

const statementTimeoutMs = 1_000;
const queryCanceled = '57014';

export type PatternSearches = ReturnType<typeof createPatternSearches>;

export const createPatternSearches = (databases: Databases) => {
  const queue = createFairQueue({
    ...{ concurrency: 2, reserved: 1, queueLength: 20, patienceMs: 5_000 },
    heavy: { aboveMs: 2_000, concurrency: 1, rest: 3 },
    alwaysShared: true,
  });
  const runLimited = async <T>(tenantId: string, work: (db: Database) => Promise<T>): Promise<T> => {
    try {
      return await databases
        .of(tenantId)
        .transaction()
        .setAccessMode('read only')
        .execute(async (tx) => {
          await sql`set local statement_timeout = ${sql.lit(statementTimeoutMs)}`.execute(tx);
          return work(tx);
        });
    } catch (error) {
      if ((error as { code?: string }).code === queryCanceled) throw new RequestError('request.search_too_slow');
      throw error;
    }
  };
  return {
    run: <T>(tenantId: string, work: (db: Database) => Promise<T>): Promise<T> =>
      queue.run(tenantId, () => runLimited(tenantId, work)),
    statistics: queue.statistics,
  };
};
