// Sums distinct active users over several days from daily counts. Each user is counted on their first active day in the
// window, when their previous activity was before it.
import { type RawBuilder, sql } from 'kysely';

/** For a query on `daily_activity`: users active in at most thirty days ending with `last`. */
export const countActiveUsers = (last: string, days: number): RawBuilder<number> => {
  const before = sql`(${last}::date - ${days}::int)`;
  return sql<number>`coalesce(sum(people) filter (
    where date > ${before} and date <= ${last}::date and days_since >= date - ${before}), 0)::bigint`;
};
