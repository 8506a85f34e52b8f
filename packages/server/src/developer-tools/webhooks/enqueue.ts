// Enqueues webhook deliveries as part of the change that caused them.
import type { WebhookEvent } from '@tessera/contract/webhook-events';
import type { Change } from '../../infrastructure/database/change.ts';
import type { Transaction } from '../../infrastructure/database/tenant-database.ts';
import { enqueue, type NewJob } from '../../infrastructure/jobs/enqueue.ts';
import type { Services } from '../../services.ts';
import { webhookJob } from './deliver.ts';
import type { EnabledWebhook } from './enabled-webhooks.ts';

/** `facts` are computed only if a webhook is subscribed. */
export type PendingEvent = { event: WebhookEvent; facts: (transaction: Transaction) => Promise<object> | object };

type Options = { services: Pick<Services, 'clock'>; tenantId: string; change: Change };

/**
 * `enabled` is read before the change begins: a request that holds a connection must not wait for a second one, or
 * concurrent requests could deadlock.
 */
export const enqueueEvents = async (
  { services, tenantId, change }: Options,
  enabled: readonly EnabledWebhook[],
  pending: readonly PendingEvent[],
) => {
  const jobs: NewJob[] = [];
  for (const { event, facts } of pending) {
    const subscribed = enabled.filter(({ events }) => events.has(event));
    if (subscribed.length === 0) continue;
    const createdAt = new Date(services.clock.now()).toISOString();
    const payload = { event, createdAt, ...(await facts(await change.transaction())) };
    for (const { id } of subscribed) {
      jobs.push({ kind: webhookJob, key: id, payload: { event, body: JSON.stringify({ hookId: id, ...payload }) } });
    }
  }
  if (jobs.length > 0) await enqueue(await change.transaction(), tenantId, jobs);
};
