// Recent requests of a webhook, and replaying them.
import type { WebhookRequest } from '@tessera/contract/webhooks';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { notFound, RequestError } from '../../infrastructure/http/request-error.ts';
import { announceJobs, enqueue } from '../../infrastructure/jobs/enqueue.ts';
import { keptSince } from '../audit-logs/retention.ts';
import { webhookJob } from './deliver.ts';
import { findWebhook } from './find-webhook.ts';
import { findPending } from './pending-requests.ts';

type OfWebhook = { params: { id: string } };
type OfRequest = { params: { id: string; logId: string } };

const asRequest = (row: { id: string; key: string; payload: unknown; createdAt: number }): WebhookRequest =>
  row as WebhookRequest;

const findRequest = async ({ db }: Context, hookId: string, logId: string): Promise<WebhookRequest> => {
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
  if (!(await findWebhook(ctx, id)).enabled) throw new RequestError('hook.disabled');
};

type ListQuery = {
  logKey?: string | undefined;
  result?: 'Success' | 'Error' | undefined;
  from?: number | undefined;
};

/** Requests are kept as long as the audit log. */
const keptFrom = async ({ services, tenantId }: Context): Promise<number> =>
  keptSince(services.settings, await services.tenants.require(tenantId), services.clock.now()) ?? 0;

const mostAtOnce = 10_000;

/**
 * Replays each failed delivery that was not replayed since. The webhook is locked, so that a double click sends once.
 */
const replayAllFailed = async ({ change, tenantId }: Context, hookId: string): Promise<number> => {
  const tx = await change.transaction();
  await tx.selectFrom('hooks').select('id').where('id', '=', hookId).forUpdate().execute();
  const { rows } = await sql<{ id: string }>`
    with failed as (
      select substr(replace(gen_random_uuid()::text, '-', ''), 1, 21) as id, log.id as log_id, substr(log.key, 13) as event,
        log.payload #>> '{webhookRequest,body}' as body
      from logs as log
      where log.hook_id = ${hookId} and log.created_at > now() - interval '24 hours' and log.payload ->> 'result' = 'Error'
        and not exists (
          select from logs as later
          where later.hook_id = ${hookId} and later.created_at > now() - interval '24 hours'
            and later.payload ->> 'replayOf' = log.id)
        and not exists (
          select from jobs
          where jobs.kind = ${webhookJob} and jobs.key = ${hookId} and jobs.payload ->> 'replayOf' = log.id)
      order by log.created_at
      limit ${mostAtOnce}
    ), added as (
      insert into jobs (id, kind, key, payload)
      select id, ${webhookJob}, ${hookId}, jsonb_build_object('event', event, 'body', body, 'replayOf', log_id)
      from failed
    )
    insert into job_queue (tenant_id, job_id, kind, key)
    select ${tenantId}, id, ${webhookJob}, ${hookId} from failed returning job_id as id`.execute(tx);
  if (rows.length > 0) await announceJobs(tx, tenantId);
  return rows.length;
};

export const requestHandlers = {
  listRequests: async (ctx: Context, { params: { id }, query }: OfWebhook & { query: ListQuery }) => {
    await findWebhook(ctx, id);
    const { logKey, result, from } = query;
    const since = Math.max(from ?? 0, await keptFrom(ctx));
    const rows = await ctx.page(
      ctx.db
        .selectFrom('logs')
        .select(['id', 'key', 'payload', 'createdAt'])
        .where('hookId', '=', id)
        .where(
          'createdAt',
          '>',
          from === undefined ? sql<number>`now() - interval '24 hours'` : sql<number>`${new Date(since)}::timestamptz`,
        )
        .$if(Boolean(logKey), (rest) => rest.where('key', '=', logKey ?? ''))
        .$if(result !== undefined, (rest) => rest.where('result', '=', result ?? ''))
        .orderBy('createdAt', 'desc')
        .orderBy('id'),
    );
    return rows.map(asRequest);
  },

  getRequest: async (ctx: Context, { params: { id, logId } }: OfRequest) => {
    await findWebhook(ctx, id);
    return (await findPending(ctx, id, logId)) ?? findRequest(ctx, id, logId);
  },

  replay: async (ctx: Context, { params: { id, logId } }: OfRequest) => {
    await requireEnabled(ctx, id);
    const { key, payload: logged } = await findRequest(ctx, id, logId);
    const { body } = logged.webhookRequest as { body: object };
    const payload = { event: key.replace('TriggerHook.', ''), body: JSON.stringify(body), replayOf: logId };
    await enqueue(await ctx.change.transaction(), ctx.tenantId, [{ kind: webhookJob, key: id, payload }]);
  },

  replayFailed: async (ctx: Context, { params: { id } }: OfWebhook) => {
    await requireEnabled(ctx, id);
    return { count: await replayAllFailed(ctx, id) };
  },
};
