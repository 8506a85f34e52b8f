// How many requests of a hook there were in the last 24 hours, and how many arrived. They are counted as they end, in
// periods of five minutes, so that reading a day never means reading its log.
import type { ExecutionStats } from '@tessera/contract/hooks';
import { sql } from 'kysely';
import type { Database } from '../database/tenant-database.ts';

export const statisticsOf = async (
  db: Database,
  hookIds: readonly string[],
): Promise<(hookId: string) => ExecutionStats> => {
  const rows =
    hookIds.length === 0
      ? []
      : await db
          .selectFrom('hookStatistics')
          .select([
            'hookId',
            sql<number>`sum(request_count)`.as('requestCount'),
            sql<number>`sum(success_count)`.as('successCount'),
          ])
          .where('hookId', 'in', hookIds)
          .where('period', '>', sql<number>`now() - interval '24 hours'`)
          .groupBy('hookId')
          .execute();
  const byId = new Map(rows.map(({ hookId, ...counts }) => [hookId, counts]));
  return (hookId) => byId.get(hookId) ?? { requestCount: 0, successCount: 0 };
};
