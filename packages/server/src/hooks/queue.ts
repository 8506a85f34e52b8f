// The statements of the queue. Whoever takes a delivery moves its time past the longest attempt: no other node sees it
// meanwhile, and when this one dies it is due again by itself.

import { hookLogKey } from '@tessera/contract/hook-events';
import type { HookConfig } from '@tessera/contract/hooks';
import type { Databases } from '../database/tenant-database.ts';
import { random } from '../random.ts';
import { type Sent, timeoutMs } from './send.ts';

const leaseMs = timeoutMs + 5_000;

export type Waiting = { tenantId: string; hookId: string; dueIn: number };
export type Delivery = {
  tenantId: string;
  id: string;
  hookId: string;
  event: string;
  body: string;
  replayOf: string | null;
  /** Made before this one. */
  attempts: number;
  isOutdated: boolean;
  /** `null`: the hook is gone. */
  hook: { signingKey: string; config: HookConfig; enabled: boolean } | null;
};

/** The first of each hook, found by jumping from hook to hook, however many wait behind it. */
const waiting = {
  name: 'hooks-waiting',
  text: `with recursive heads as (
      (select tenant_id, hook_id, due_at from hook_queue order by tenant_id, hook_id, due_at limit 1)
      union all
      select next.tenant_id, next.hook_id, next.due_at from heads
      cross join lateral (
        select tenant_id, hook_id, due_at from hook_queue
        where (hook_queue.tenant_id, hook_queue.hook_id) > (heads.tenant_id, heads.hook_id)
        order by tenant_id, hook_id, due_at limit 1
      ) as next
    )
    select tenant_id as "tenantId", hook_id as "hookId",
      (extract(epoch from due_at - now()) * 1000)::float8 as "dueIn" from heads`,
};

const take = {
  name: 'hooks-take',
  text: `with taken as (
      update hook_queue as queue set due_at = now() + $4 * interval '1 millisecond'
      from (
        select delivery_id from hook_queue
        where tenant_id = $1 and hook_id = $2 and due_at <= now()
        order by due_at limit $3 for update skip locked
      ) as due
      where queue.tenant_id = $1 and queue.delivery_id = due.delivery_id
      returning queue.delivery_id, queue.attempts
    )
    select delivery.tenant_id as "tenantId", delivery.id, delivery.hook_id as "hookId", delivery.event, delivery.body,
      delivery.replay_of as "replayOf", taken.attempts, delivery.created_at < now() - interval '24 hours' as "isOutdated",
      case when hook.id is not null then jsonb_build_object(
        'signingKey', hook.signing_key, 'config', hook.config, 'enabled', hook.enabled
      ) end as hook
    from taken
    join hook_deliveries as delivery on delivery.id = taken.delivery_id
    left join hooks as hook on hook.id = delivery.hook_id
    order by delivery.created_at, delivery.id`,
};

/** Logged and counted by whoever removes it, so once. */
const finish = {
  name: 'hooks-finish',
  text: `with gone as (
      delete from hook_queue where tenant_id = $1 and delivery_id = $2 returning delivery_id
    ), said as (
      delete from hook_deliveries where id = $2
    ), logged as (
      insert into logs (id, key, payload) select $3, $4, $5::jsonb from gone
    )
    insert into hook_statistics as counted (hook_id, period, request_count, success_count)
    select $6, date_bin('5 minutes', now(), 'epoch'), 1, $7::int from gone
    on conflict (tenant_id, hook_id, period) do update
    set request_count = counted.request_count + 1, success_count = counted.success_count + excluded.success_count`,
};

const postpone = {
  name: 'hooks-postpone',
  text: `update hook_queue set due_at = now() + $3 * interval '1 millisecond', attempts = $4
    where tenant_id = $1 and delivery_id = $2`,
};

const forget = {
  name: 'hooks-forget',
  text: `with gone as (delete from hook_queue where tenant_id = $1 and delivery_id = $2)
    delete from hook_deliveries where id = $2`,
};

export type Queue = ReturnType<typeof createQueue>;

export const createQueue = (databases: Databases) => ({
  waiting: () => databases.runGlobal<Waiting>(waiting, []),
  take: (tenantId: string, hookId: string, most: number) =>
    databases.run<Delivery>(tenantId, take, [tenantId, hookId, most, leaseMs]),
  finish: async ({ tenantId, id, hookId, event, body, replayOf, attempts }: Delivery, sent: Sent) => {
    const key = hookLogKey(event);
    const payload = {
      key,
      result: sent.error ? 'Error' : 'Success',
      hookId,
      hookRequest: { body: JSON.parse(body) as unknown },
      ...sent,
      attempts,
      ...(replayOf && { replayOf }),
    };
    const values = [tenantId, id, random.id(), key, JSON.stringify(payload), hookId, sent.error ? 0 : 1];
    await databases.run(tenantId, finish, values);
  },
  /** To be tried again after so many milliseconds. */
  postpone: ({ tenantId, id }: Delivery, milliseconds: number, attempts: number) =>
    databases.run(tenantId, postpone, [tenantId, id, milliseconds, attempts]),
  /** Nobody is left to be told. */
  forget: ({ tenantId, id }: Delivery) => databases.run(tenantId, forget, [tenantId, id]),
});
