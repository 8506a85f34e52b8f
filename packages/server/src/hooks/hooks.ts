// Webhooks: list, create, read, change, delete.
import { type Hook, hooks } from '@tessera/contract/hooks';
import { sql } from 'kysely';
import { notFound, RequestError } from '../http/request-error.ts';
import { serve } from '../http/serve.ts';
import { random } from '../random.ts';
import { asHook, eventsOf, findHook } from './find-hook.ts';
import { requestHandlers } from './requests.ts';
import { statisticsOf } from './statistics.ts';
import { tryHook } from './try-hook.ts';

const refuseWithoutEvents = (hook: Pick<Hook, 'event' | 'events'>) => {
  if (eventsOf(hook).length === 0) throw new RequestError('hook.missing_events');
};
const withoutRepetition = <T>(values: readonly T[]) => [...new Set(values)];

export default serve(hooks, {
  ...requestHandlers,

  list: async ({ db, page }, { query }) => {
    const rows = await page(db.selectFrom('hooks').selectAll().orderBy('createdAt', 'desc').orderBy('id'));
    if (query.includeExecutionStats !== 'true') return rows.map(asHook);
    const statistics = await statisticsOf(
      db,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => ({ ...asHook(row), executionStats: statistics(row.id) }));
  },

  create: async ({ change }, { body }) => {
    const { name, event = null, events = [], config, enabled = true } = body;
    refuseWithoutEvents({ event, events });
    const row = await change.insert('hooks', {
      id: random.id(),
      ...(name && { name }),
      event,
      events: withoutRepetition(events),
      config,
      enabled,
      signingKey: random.secret(),
    });
    return asHook(row);
  },

  get: async (ctx, { params: { id }, query }) => {
    const hook = await findHook(ctx, id);
    if (query?.includeExecutionStats !== 'true') return hook;
    return { ...hook, executionStats: (await statisticsOf(ctx.db, [id]))(id) };
  },

  update: async ({ change }, { params: { id }, body }) => {
    const events = body.events && withoutRepetition(body.events);
    const row = await change.update('hooks', { id }, { ...body, ...(events && { events }) });
    if (!row) throw notFound(id);
    refuseWithoutEvents(asHook(row));
    return asHook(row);
  },

  remove: async ({ change }, { params: { id } }) => {
    if (!(await change.remove('hooks', { id }))) throw notFound(id);
    const tx = await change.transaction();
    await sql`with gone as (delete from hook_deliveries where hook_id = ${id} returning tenant_id, id)
      delete from hook_queue using gone where hook_queue.tenant_id = gone.tenant_id and delivery_id = gone.id`.execute(
      tx,
    );
    await tx.deleteFrom('hookStatistics').where('hookId', '=', id).execute();
  },

  renewSigningKey: async ({ change }, { params: { id } }) => {
    const row = await change.update('hooks', { id }, { signingKey: random.secret() });
    if (!row) throw notFound(id);
    return asHook(row);
  },

  test: async (ctx, { params: { id }, body: { event = null, events = [], config } }) => {
    const { signingKey } = await findHook(ctx, id);
    refuseWithoutEvents({ event, events });
    await tryHook(ctx, { id, signingKey, config }, withoutRepetition(eventsOf({ event, events })));
  },
});
