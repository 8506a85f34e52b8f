// Hands deliveries over to whoever sends them: rows in the transaction of the change, so that none is sent for a change
// that did not happen and none is lost for one that did.
import { sql } from 'kysely';
import { channel } from '../cache/invalidation.ts';
import { runIn, type Transaction } from '../database/tenant-database.ts';
import { random } from '../random.ts';

/** What the announcement of new deliveries is called. */
export const queueName = 'hookQueue';

export type NewDelivery = { hookId: string; event: string; body: string; replayOf?: string };

/** Heard when the transaction commits, and not before. */
export const wake = async (tx: Transaction, tenantId: string) => {
  await sql`select pg_notify(${channel}, ${`${tenantId}/${queueName}`})`.execute(tx);
};

/** Prepared, because it is part of every change that somebody is told about. */
const queue = {
  name: 'hooks-hand-over',
  text: `with given as (
      select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
        as given (id, hook_id, event, body, replay_of)
    ), said as (
      insert into hook_deliveries (id, hook_id, event, body, replay_of)
      select id, hook_id, event, body, replay_of from given
    ), queued as (
      insert into hook_queue (tenant_id, delivery_id, hook_id) select $6, id, hook_id from given
    )
    select pg_notify($7, $8)`,
};

export const hand = async (tx: Transaction, tenantId: string, deliveries: readonly NewDelivery[]) => {
  const column = <T>(read: (delivery: NewDelivery) => T) => deliveries.map(read);
  await runIn(tx)(queue, [
    column(() => random.id()),
    column(({ hookId }) => hookId),
    column(({ event }) => event),
    column(({ body }) => body),
    column(({ replayOf = null }) => replayOf),
    tenantId,
    channel,
    `${tenantId}/${queueName}`,
  ]);
};
