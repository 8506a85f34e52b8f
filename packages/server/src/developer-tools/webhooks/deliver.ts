// The job that delivers one webhook: send it, then record the result in the audit log and the statistics.
import type { JsonObject } from '@tessera/contract/fields';
import { isStorable } from '@tessera/contract/storable';
import { webhookLogKey } from '@tessera/contract/webhook-events';
import type { DeliveryAttempt } from '@tessera/contract/webhooks';
import type { Databases } from '../../infrastructure/database/tenant-database.ts';
import type { Job, JobKind, Outcome } from '../../infrastructure/jobs/job.ts';
import { nextAttempt } from './attempts.ts';
import type { EnabledWebhook, EnabledWebhooks } from './enabled-webhooks.ts';
import { type Sender, type Sent, timeoutMs } from './send.ts';

/** `body` is sent and signed exactly as stored. */
export type Delivery = { event: string; body: string; replayOf?: string; attemptLog?: DeliveryAttempt[] };
export const webhookJob = 'webhook';

const maxAgeMs = 24 * 3_600_000;

/** Logged and counted only if this worker removed the job, so only once. */
const finish = {
  name: 'hooks-finish',
  text: `with gone as (
      delete from jobs where id = $1 returning id
    ), logged as (
      insert into logs (id, key, payload) select id, $2, $3::jsonb from gone
    )
    insert into hook_statistics as counted (hook_id, period, request_count, success_count)
    select $4, date_bin('5 minutes', now(), 'epoch'), 1, $5::int from gone
    on conflict (tenant_id, hook_id, period) do update
    set request_count = counted.request_count + 1, success_count = counted.success_count + excluded.success_count`,
};

/** Parses JSON, and leaves everything else, and JSON the log cannot store, as text. */
const parseBody = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text);
    return isStorable(value) ? value : text;
  } catch {
    return text;
  }
};

/** Without an attempt if nothing was sent. */
type Result = Omit<Sent, 'attempt'> & Partial<Pick<Sent, 'attempt'>>;

const attemptsOf = ({ payload }: Job, { attempt }: Result): DeliveryAttempt[] => [
  ...((payload as Delivery).attemptLog ?? []),
  ...(attempt ? [attempt] : []),
];

type Options = { databases: Databases; enabledWebhooks: EnabledWebhooks; send: Sender; now: () => number };

export const createWebhookJob = ({ databases, enabledWebhooks, send, now }: Options): JobKind => {
  const exists = async ({ tenantId, key }: Job) =>
    (await databases.of(tenantId).selectFrom('hooks').select('id').where('id', '=', key).executeTakeFirst()) !==
    undefined;

  const attempt = async (job: Job, hook: EnabledWebhook | undefined, signal: AbortSignal): Promise<Result> => {
    if (job.createdAt < now() - maxAgeMs) return { error: 'outdated' };
    if (!hook) return { error: 'disabled' };
    const { body } = job.payload as Delivery;
    return send({ ...hook, id: job.id, body }, signal);
  };

  const record = async (job: Job, result: Result): Promise<Outcome> => {
    const { tenantId, id, key: hookId, payload, attempts } = job;
    const { event, body, replayOf } = payload as Delivery;
    const { attempt: _, ...sent } = result;
    const key = webhookLogKey(event);
    const entry = {
      key,
      result: sent.error ? 'Error' : 'Success',
      hookId,
      webhookRequest: { body: JSON.parse(body) as unknown },
      ...sent,
      ...(sent.response && { response: { ...sent.response, body: parseBody(sent.response.body) } }),
      attempts: attempts + 1,
      attemptLog: attemptsOf(job, result),
      queuedAt: job.createdAt,
      ...(replayOf && { replayOf }),
    };
    await databases.run(tenantId, finish, [id, key, JSON.stringify(entry), hookId, sent.error ? 0 : 1]);
    return { type: 'removed', hasFailed: sent.error !== undefined };
  };

  return {
    leaseMs: timeoutMs + 5_000,
    concurrency: { perKey: 5, perTenant: 10, perNode: 100 },
    run: async (job, signal) => {
      const hook = (await enabledWebhooks.of(job.tenantId)).find(({ id }) => id === job.key);
      if (!hook && !(await exists(job))) return { type: 'done' };
      const sent = await attempt(job, hook, signal);
      const inMs = nextAttempt(sent, job.attempts + 1, hook?.config.retries);
      if (inMs === undefined) return record(job, sent);
      return { type: 'retry', inMs, payload: { ...job.payload, attemptLog: attemptsOf(job, sent) } as JsonObject };
    },
  };
};
