// Hands deliveries over to whoever sends them: rows in the transaction of the change, so that none is sent for a change
// that did not happen and none is lost for one that did.
import { sql } from 'kysely';
import { channel } from '../cache/invalidation.ts';
import type { Transaction } from '../database/tenant-database.ts';
import { random } from '../random.ts';

/** What the announcement of new deliveries is called. */
export const queueName = 'hookQueue';

export type NewDelivery = { hookId: string; event: string; body: string; replayOf?: string };

/** Heard when the transaction commits, and not before. */
export const wake = async (tx: Transaction, tenantId: string) => {
  await sql`select pg_notify(${channel}, ${`${tenantId}/${queueName}`})`.execute(tx);
};

export const hand = async (tx: Transaction, tenantId: string, deliveries: readonly NewDelivery[]) => {
  const column = <T>(read: (delivery: NewDelivery) => T) => sql.val(deliveries.map(read));
  await sql`
    with given as (
      select * from unnest(
        ${sql.val(deliveries.map(() => random.id()))}::text[], ${column(({ hookId }) => hookId)}::text[],
        ${column(({ event }) => event)}::text[], ${column(({ body }) => body)}::text[],
        ${column(({ replayOf = null }) => replayOf)}::text[]
      ) as given (id, hook_id, event, body, replay_of)
    ), said as (
      insert into hook_deliveries (id, hook_id, event, body, replay_of)
      select id, hook_id, event, body, replay_of from given
    ), queued as (
      insert into hook_queue (tenant_id, delivery_id, hook_id) select ${tenantId}, id, hook_id from given
    )
    select pg_notify(${channel}, ${`${tenantId}/${queueName}`})`.execute(tx);
};
