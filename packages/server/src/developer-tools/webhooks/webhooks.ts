// Webhook handlers.
import { type Webhook, type WebhookConfig, webhooks } from '@tessera/contract/webhooks';
import { notFound, notUpdated, RequestError } from '../../infrastructure/http/request-error.ts';
import { keepStored } from '../../infrastructure/http/stored-secrets.ts';
import { random } from '../../random.ts';
import { serve } from '../../serve.ts';
import { webhookJob } from './deliver.ts';
import { asWebhook, eventsOf, findWebhook } from './find-webhook.ts';
import { countPending, pendingHandlers } from './pending-requests.ts';
import { requestHandlers } from './requests.ts';
import { previousKeyOf } from './signing-keys.ts';
import { statisticsOf } from './statistics.ts';
import { testWebhook } from './test-webhook.ts';

const refuseWithoutEvents = (hook: Pick<Webhook, 'event' | 'events'>) => {
  if (eventsOf(hook).length === 0) throw new RequestError('hook.missing_events');
};
const hourMs = 3_600_000;
const withoutRepetition = <T>(values: readonly T[]) => [...new Set(values)];

/** Headers sent as the mask keep their stored values. */
const withStoredHeaders = (sent: WebhookConfig, stored?: WebhookConfig): WebhookConfig =>
  sent.headers ? { ...sent, headers: keepStored(sent.headers, stored?.headers, ['config', 'headers']) } : sent;

export default serve(webhooks, {
  ...requestHandlers,
  ...pendingHandlers,

  list: async ({ db, page }, { query }) => {
    const rows = await page(db.selectFrom('hooks').selectAll().orderBy('createdAt', 'desc').orderBy('id'));
    if (query.includeExecutionStats !== 'true') return rows.map(asWebhook);
    const statistics = await statisticsOf(
      db,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => ({ ...asWebhook(row), executionStats: statistics(row.id) }));
  },

  create: async ({ change }, { body }) => {
    const { name, event = null, events = [], config, enabled = true } = body;
    refuseWithoutEvents({ event, events });
    const row = await change.insert('hooks', {
      id: random.id(),
      ...(name && { name }),
      event,
      events: withoutRepetition(events),
      config: withStoredHeaders(config),
      enabled,
      signingKey: random.secret(),
    });
    return asWebhook(row);
  },

  get: async (ctx, { params: { id }, query }) => {
    const hook = await findWebhook(ctx, id);
    if (query?.includeExecutionStats !== 'true') return hook;
    const [statistics, pendingCount] = await Promise.all([statisticsOf(ctx.db, [id]), countPending(ctx, id)]);
    return { ...hook, executionStats: { ...statistics(id), pendingCount } };
  },

  update: async ({ change }, { params: { id }, body }) => {
    const tx = await change.transaction();
    const before = await tx.selectFrom('hooks').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    if (!before) throw notUpdated();
    const events = body.events && withoutRepetition(body.events);
    const config = body.config && withStoredHeaders(body.config, asWebhook(before).config);
    const row = await change.update('hooks', { id }, { ...body, ...(events && { events }), ...(config && { config }) });
    if (!row) throw notUpdated();
    refuseWithoutEvents(asWebhook(row));
    return asWebhook(row);
  },

  remove: async ({ change }, { params: { id } }) => {
    if (!(await change.remove('hooks', { id }))) throw notFound(id);
    const tx = await change.transaction();
    await tx.deleteFrom('jobs').where('kind', '=', webhookJob).where('key', '=', id).execute();
    await tx.deleteFrom('hookStatistics').where('hookId', '=', id).execute();
  },

  renewSigningKey: async ({ change, services }, { params: { id }, query: { overlapHours = 0 } }) => {
    const tx = await change.transaction();
    const before = await tx.selectFrom('hooks').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    if (!before) throw notUpdated();
    const isKept = overlapHours > 0 && before.signingKey !== '';
    const row = await change.update(
      'hooks',
      { id },
      {
        signingKey: random.secret(),
        previousSigningKey: isKept ? before.signingKey : null,
        previousKeyExpiresAt: isKept ? services.clock.now() + overlapHours * hourMs : null,
      },
    );
    if (!row) throw notUpdated();
    return asWebhook(row);
  },

  test: async (ctx, { params: { id }, body: { event = null, events = [], config } }) => {
    const row = await ctx.db.selectFrom('hooks').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) throw notFound(id);
    refuseWithoutEvents({ event, events });
    const { signingKey, config: stored } = asWebhook(row);
    const hook = { id, signingKey, ...previousKeyOf(row), config: withStoredHeaders(config, stored) };
    await testWebhook(ctx, hook, withoutRepetition(eventsOf({ event, events })));
  },
});
