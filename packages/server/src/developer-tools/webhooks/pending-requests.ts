// Webhook requests that wait for their first or next attempt, read from the queue.
import { webhookLogKey } from '@tessera/contract/webhook-events';
import type { WebhookRequest } from '@tessera/contract/webhooks';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { countLimit } from '../../infrastructure/http/paging.ts';
import { type Delivery, webhookJob } from './deliver.ts';
import { findWebhook } from './find-webhook.ts';

type Row = { id: string; payload: Delivery; createdAt: number; attempts: number; dueAt: number };

const pending = (hookId: string, tenantId: string) => sql`
  from jobs join job_queue as queue on queue.tenant_id = ${tenantId} and queue.job_id = jobs.id
  where jobs.kind = ${webhookJob} and jobs.key = ${hookId}`;
const columns = sql`jobs.id, jobs.payload, jobs.created_at, queue.attempts, queue.due_at`;

/** Like a request that ended, and under the same ID. */
const asRequest = (hookId: string, { id, payload, createdAt, attempts, dueAt }: Row): WebhookRequest => {
  const { event, body, replayOf, attemptLog = [] } = payload;
  const key = webhookLogKey(event);
  return {
    id,
    key,
    payload: {
      ...{ key, result: 'Pending', hookId, attempts, queuedAt: createdAt },
      webhookRequest: { body: JSON.parse(body) },
      attemptLog,
      ...(replayOf && { replayOf }),
    },
    createdAt,
    nextAttemptAt: dueAt,
  };
};

export const countPending = async ({ db, tenantId }: Context, hookId: string): Promise<number> => {
  const waiting = sql`select 1 ${pending(hookId, tenantId)} limit ${countLimit + 1}`;
  const { rows } = await sql<{ count: number }>`select count(*) from (${waiting}) as counted`.execute(db);
  return rows[0]?.count ?? 0;
};

export const findPending = async (
  { db, tenantId }: Context,
  hookId: string,
  id: string,
): Promise<WebhookRequest | undefined> => {
  const { rows } = await sql<Row>`select ${columns} ${pending(hookId, tenantId)} and jobs.id = ${id}`.execute(db);
  return rows[0] && asRequest(hookId, rows[0]);
};

export const pendingHandlers = {
  listPending: async (ctx: Context, { params: { id } }: { params: { id: string } }) => {
    await findWebhook(ctx, id);
    return ctx.page.slice(async ({ offset, limit }) => {
      const [{ rows }, total] = await Promise.all([
        sql<Row>`select ${columns} ${pending(id, ctx.tenantId)}
          order by jobs.created_at desc, jobs.id limit ${limit} offset ${offset}`.execute(ctx.db),
        countPending(ctx, id),
      ]);
      return { rows: rows.map((row) => asRequest(id, row)), total };
    });
  },
};
