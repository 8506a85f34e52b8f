// The audit log: lists and files of events or of changes, and one entry with everything about it.
import { isChangeKey } from '@tessera/contract/log-keys';
import { logs } from '@tessera/contract/logs';
import { type SqlBool, sql } from 'kysely';
import type { Context } from '../http/context.ts';
import { notFound } from '../http/request-error.ts';
import { serve } from '../http/serve.ts';
import { exportLogs } from './export-logs.ts';
import { type ChangeRow, changeEntries, findChange, wantedChanges } from './find-changes.ts';
import { type EventRow, eventEntries, findEvent, wantedEvents } from './find-events.ts';
import { newestFirst, type Wanted } from './newest-first.ts';
import { keptSince } from './retention.ts';

type Filter = {
  userId?: string | undefined;
  applicationId?: string | undefined;
  logKey?: string | undefined;
  from?: number | undefined;
  to?: number | undefined;
};

const oldestShown = async ({ services, tenantId }: Context): Promise<number | undefined> =>
  keptSince(services.settings, await services.tenants.require(tenantId), services.clock.now());

const timesOf = async (ctx: Context, { from = 0, to }: Filter): Promise<Wanted['conditions']> => {
  const since = Math.max(from, (await oldestShown(ctx)) ?? 0);
  return [
    ...(since > 0 ? [sql<SqlBool>`created_at >= ${new Date(since)}::timestamptz`] : []),
    ...(to === undefined ? [] : [sql<SqlBool>`created_at <= ${new Date(to)}::timestamptz`]),
  ];
};

/** Changes when the key says so, and events otherwise. */
const wantedBy = async (ctx: Context, filter: Filter): Promise<Wanted> => {
  const times = await timesOf(ctx, filter);
  const { logKey = '' } = filter;
  return isChangeKey(logKey) ? wantedChanges({ ...filter, logKey }, times) : wantedEvents(filter, times);
};

export default serve(logs, {
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

  export: async (ctx, { query }) => exportLogs(ctx, await wantedBy(ctx, query), query),
});
