// Delivery statistics of the last 24 hours, counted in five-minute periods, so that reading them does not scan the log.
import type { ExecutionStats } from '@tessera/contract/webhooks';
import { sql } from 'kysely';
import type { Database } from '../../infrastructure/database/tenant-database.ts';

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
