// How many different people were active in some days, added up from the counts of each day. Everybody is counted on their
// first day among them: on that day they had not been active since before the first.
import { type RawBuilder, sql } from 'kysely';

/** For a query of `daily_activity`: those of the days, at most thirty, that end with `last`. */
export const activePeople = (last: string, days: number): RawBuilder<number> => {
  const before = sql`(${last}::date - ${days}::int)`;
  return sql<number>`coalesce(sum(people) filter (
    where date > ${before} and date <= ${last}::date and days_since >= date - ${before}), 0)::bigint`;
};
