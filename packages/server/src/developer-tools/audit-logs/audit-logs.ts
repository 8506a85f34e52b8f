// Audit log handlers: lists and exports of events or changes, and single entries.
import { isChangeKey } from '@tessera/contract/audit-log-keys';
import { auditLogs } from '@tessera/contract/audit-logs';
import { type SqlBool, sql } from 'kysely';
import type { Context } from '../../context.ts';
import { notFound } from '../../infrastructure/http/request-error.ts';
import { serve } from '../../serve.ts';
import { exportLogs } from './export-audit-logs.ts';
import { type ChangeRow, changeEntries, findChange, latestActors, wantedChanges } from './find-changes.ts';
import { type EventFilter, type EventRow, eventEntries, findEvent, wantedEvents } from './find-events.ts';
import { newestFirst, type Wanted } from './newest-first.ts';
import { keptSince } from './retention.ts';

type Filter = EventFilter & { from?: number | undefined; to?: number | undefined };

const oldestShown = async ({ services, tenantId }: Context): Promise<number | undefined> =>
  keptSince(services.settings, await services.tenants.require(tenantId), services.clock.now());

const timesOf = async (ctx: Context, { from = 0, to }: Filter): Promise<Wanted['conditions']> => {
  const since = Math.max(from, (await oldestShown(ctx)) ?? 0);
  return [
    ...(since > 0 ? [sql<SqlBool>`created_at >= ${new Date(since)}::timestamptz`] : []),
    ...(to === undefined ? [] : [sql<SqlBool>`created_at <= ${new Date(to)}::timestamptz`]),
  ];
};

/** Changes if the key asks for them, otherwise events. */
const wantedBy = async (ctx: Context, filter: Filter): Promise<Wanted> => {
  const times = await timesOf(ctx, filter);
  const { logKey = '' } = filter;
  return isChangeKey(logKey) ? wantedChanges({ ...filter, logKey }, times) : wantedEvents(filter, times);
};

export default serve(auditLogs, {
  list: async (ctx, { query }) => {
    const wanted = await wantedBy(ctx, query);
    return wanted.table === 'logs'
      ? eventEntries(ctx, await newestFirst<EventRow>(ctx, wanted, query))
      : changeEntries(ctx, await newestFirst<ChangeRow>(ctx, wanted, query));
  },

  get: async (ctx, { params: { id } }) => {
    const entry = (await findEvent(ctx, id)) ?? (await findChange(ctx, id));
    if (!entry || entry.createdAt < ((await oldestShown(ctx)) ?? 0)) throw notFound(id);
    return entry;
  },

  listActors: async (ctx) => latestActors(ctx, await timesOf(ctx, {})),

  export: async (ctx, { query }) => exportLogs(ctx, await wantedBy(ctx, query), query),
});
