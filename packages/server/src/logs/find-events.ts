// What happened when people and applications signed in: the events among the entries of the log.
import { keysBelow, logKeys } from '@tessera/contract/log-keys';
import type { LogEntry, LogPayload } from '@tessera/contract/logs';
import { type SqlBool, sql } from 'kysely';
import type { Context } from '../http/context.ts';
import type { Wanted } from './newest-first.ts';
import { parseUserAgent } from './user-agent.ts';

export type EventRow = { id: string; key: string; payload: LogPayload; createdAt: number };

type Filter = { userId?: string | undefined; applicationId?: string | undefined; logKey?: string | undefined };

export const wantedEvents = ({ userId, applicationId, logKey }: Filter, times: Wanted['conditions']): Wanted => ({
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

export const eventEntries = ({ tenantId }: Context, rows: EventRow[]): LogEntry[] =>
  rows.map((row) => ({ ...row, tenantId }));

export const findEvent = async ({ db, tenantId }: Context, id: string): Promise<LogEntry | undefined> => {
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
