// What was sent to a hook lately, and sending it once more.
import type { HookRequest } from '@tessera/contract/hooks';
import { sql } from 'kysely';
import type { Context } from '../http/context.ts';
import { notFound, RequestError } from '../http/request-error.ts';
import { findHook } from './find-hook.ts';
import { hand, wake } from './hand-over.ts';

type OfHook = { params: { id: string } };
type OfRequest = { params: { id: string; logId: string } };

const asRequest = (row: { id: string; key: string; payload: unknown; createdAt: number }): HookRequest =>
  row as HookRequest;

const findRequest = async ({ db }: Context, hookId: string, logId: string): Promise<HookRequest> => {
  const row = await db
    .selectFrom('logs')
    .select(['id', 'key', 'payload', 'createdAt'])
    .where('id', '=', logId)
    .where('hookId', '=', hookId)
    .executeTakeFirst();
  if (!row) throw notFound(logId);
  return asRequest(row);
};

const requireEnabled = async (ctx: Context, id: string) => {
  if (!(await findHook(ctx, id)).enabled) throw new RequestError('hook.disabled');
};

const mostAtOnce = 10_000;

/** Each failed one that has not been sent again since. The hook is locked: who clicks twice sends once. */
const replayAllFailed = async ({ change, tenantId }: Context, hookId: string): Promise<number> => {
  const tx = await change.transaction();
  await tx.selectFrom('hooks').select('id').where('id', '=', hookId).forUpdate().execute();
  const { rows } = await sql<{ id: string }>`
    with failed as (
      select substr(replace(gen_random_uuid()::text, '-', ''), 1, 21) as id, log.id as log_id, substr(log.key, 13) as event,
        log.payload #>> '{hookRequest,body}' as body
      from logs as log
      where log.hook_id = ${hookId} and log.created_at > now() - interval '24 hours' and log.payload ->> 'result' = 'Error'
        and not exists (
          select from logs as later
          where later.hook_id = ${hookId} and later.created_at > now() - interval '24 hours'
            and later.payload ->> 'replayOf' = log.id)
        and not exists (select from hook_deliveries where hook_id = ${hookId} and replay_of = log.id)
      order by log.created_at
      limit ${mostAtOnce}
    ), queued as (
      insert into hook_queue (tenant_id, delivery_id, hook_id) select ${tenantId}, id, ${hookId} from failed
    )
    insert into hook_deliveries (id, hook_id, event, body, replay_of)
    select id, ${hookId}, event, body, log_id from failed returning id`.execute(tx);
  if (rows.length > 0) await wake(tx, tenantId);
  return rows.length;
};

export const requestHandlers = {
  listRequests: async (
    ctx: Context,
    { params: { id }, query }: OfHook & { query: { logKey?: string | undefined } },
  ) => {
    await findHook(ctx, id);
    const { logKey } = query;
    const rows = await ctx.page(
      ctx.db
        .selectFrom('logs')
        .select(['id', 'key', 'payload', 'createdAt'])
        .where('hookId', '=', id)
        .where('createdAt', '>', sql<number>`now() - interval '24 hours'`)
        .$if(Boolean(logKey), (rest) => rest.where('key', '=', logKey ?? ''))
        .orderBy('createdAt', 'desc')
        .orderBy('id'),
    );
    return rows.map(asRequest);
  },

  getRequest: async (ctx: Context, { params: { id, logId } }: OfRequest) => {
    await findHook(ctx, id);
    return findRequest(ctx, id, logId);
  },

  replay: async (ctx: Context, { params: { id, logId } }: OfRequest) => {
    await requireEnabled(ctx, id);
    const { key, payload } = await findRequest(ctx, id, logId);
    const { body } = payload.hookRequest as { body: object };
    const delivery = {
      hookId: id,
      event: key.replace('TriggerHook.', ''),
      body: JSON.stringify(body),
      replayOf: logId,
    };
    await hand(await ctx.change.transaction(), ctx.tenantId, [delivery]);
  },

  replayFailed: async (ctx: Context, { params: { id } }: OfHook) => {
    await requireEnabled(ctx, id);
    return { count: await replayAllFailed(ctx, id) };
  },
};
