// The audit log: lists of events or of changes, and one entry with everything about it.
import { isChangeKey, keysBelow, logKeys } from '@tessera/contract/log-keys';
import { type LogEntry, type LogPayload, logs } from '@tessera/contract/logs';
import { type SqlBool, sql } from 'kysely';
import type { Context } from '../http/context.ts';
import { notFound } from '../http/request-error.ts';
import { serve } from '../http/serve.ts';
import { type ChangeRow, changeEntries, findChange, wantedChanges } from './find-changes.ts';
import { newestFirst, type Wanted } from './newest-first.ts';
import { keptSince } from './retention.ts';
import { parseUserAgent } from './user-agent.ts';

type LogRow = { id: string; key: string; payload: LogPayload; createdAt: number };
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

const wantedLogs = ({ userId, applicationId, logKey }: Filter, times: Wanted['conditions']): Wanted => ({
  table: 'logs',
  columns: ['id', 'key', 'payload', 'created_at'],
  conditions: [
    sql<SqlBool>`hook_id is null`,
    ...(applicationId && (userId || logKey) ? [sql<SqlBool>`application_id = ${applicationId}`] : []),
    ...times,
  ],
  // A person has few entries; of an application there may be millions, and then an event narrows better.
  ...(userId && { only: { column: 'user_id', value: userId } }),
  ...(applicationId && !userId && !logKey && { only: { column: 'application_id', value: applicationId } }),
  ...(logKey && { oneOf: { column: 'key', values: keysBelow(logKeys, logKey) } }),
});

const findEvent = async ({ db, tenantId }: Context, id: string): Promise<LogEntry | undefined> => {
  const row = await db
    .selectFrom('logs')
    .select(['id', 'key', 'payload', 'createdAt'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const payload = row.payload as LogPayload;
  if (payload.userAgent) payload.userAgentParsed = parseUserAgent(payload.userAgent);
  return { ...row, tenantId, payload };
};

export default serve(logs, {
  list: async (ctx, { query }) => {
    const times = await timesOf(ctx, query);
    const { logKey = '' } = query;
    if (isChangeKey(logKey)) {
      const rows = await newestFirst<ChangeRow>(ctx, wantedChanges({ ...query, logKey }, times), query);
      return changeEntries(ctx, rows);
    }
    const rows = await newestFirst<LogRow>(ctx, wantedLogs(query, times), query);
    return rows.map((row) => ({ ...row, tenantId: ctx.tenantId }));
  },

  get: async (ctx, { params: { id } }) => {
    const entry = (await findEvent(ctx, id)) ?? (await findChange(ctx, id));
    if (!entry || entry.createdAt < ((await oldestShown(ctx)) ?? 0)) throw notFound(id);
    return entry;
  },
});
