// Activity of connectors, summed from the daily counters.
import { type ActivityOfConnector, connectorActivity } from '@tessera/contract/connector-activity';
import { sql } from 'kysely';
import type { RequestContext } from '../../infrastructure/http/context.ts';
import { serve } from '../../serve.ts';

const days = 30;
const dayMs = 86_400_000;
/** One failure can be a user's old link or a hiccup of the network. */
const failuresOfFailing = 3;

/** Failures with the old configuration say nothing about the new one. */
export const forgetFailures = async ({ change }: Pick<RequestContext, 'change'>, connectorId: string) => {
  await (await change.transaction())
    .updateTable('dailyConnectorActivity')
    .set({ consecutiveFailures: 0 })
    .where('connectorId', '=', connectorId)
    .where('consecutiveFailures', '>', 0)
    .execute();
};

export default serve(connectorActivity, {
  list: async ({ db, services }) => {
    const first = new Date(services.clock.now() - (days - 1) * dayMs).toISOString().slice(0, 10);
    // A connector can have the ID of a deleted one, whose days are not its own.
    const { rows } = await sql<Omit<ActivityOfConnector, 'isFailing'>>`
      select connectors.id,
        coalesce(sum(daily.succeeded), 0)::bigint as succeeded,
        coalesce(sum(daily.failed), 0)::bigint as failed,
        to_char(max(daily.date) filter (where daily.succeeded + daily.failed > 0), 'YYYY-MM-DD') as last_used_on,
        coalesce(sum(daily.consecutive_failures) filter (where daily.later_successes is null or daily.later_successes = 0), 0)
          ::bigint as consecutive_failures,
        (array_agg(
          jsonb_build_object('code', daily.failure_code, 'reason', daily.failure_reason,
            'at', (extract(epoch from daily.last_failed_at) * 1000)::bigint)
          order by daily.date desc
        ) filter (where daily.last_failed_at is not null))[1] as last_failure
      from connectors
      left join (
        select *, sum(succeeded) over (
          partition by connector_id order by date desc rows between unbounded preceding and 1 preceding
        ) as later_successes
        from daily_connector_activity where date >= ${first}::date
      ) as daily
        on daily.connector_id = connectors.id and daily.date >= (connectors.created_at at time zone 'utc')::date
      group by connectors.tenant_id, connectors.id
      order by connectors.created_at desc, connectors.id`.execute(db);
    return rows.map((row) => ({ ...row, isFailing: row.consecutiveFailures >= failuresOfFailing }));
  },
});
