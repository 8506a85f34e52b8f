// Sign-in and token events of the log.
import { keysBelow, logKeys } from '@tessera/contract/audit-log-keys';
import type { LogEntry, LogPayload } from '@tessera/contract/audit-logs';
import { parseUserAgent } from '@tessera/contract/user-agent';
import { type SqlBool, sql } from 'kysely';
import type { Context } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { actorNames } from './change-names.ts';
import type { Wanted } from './newest-first.ts';

export type EventRow = { id: string; key: string; payload: LogPayload; createdAt: number };

export type EventFilter = {
  userId?: string | undefined;
  applicationId?: string | undefined;
  logKey?: string | undefined;
  result?: 'Success' | 'Error' | undefined;
  ip?: string | undefined;
  audience?: string | undefined;
  sessionId?: string | undefined;
  connectorId?: string | undefined;
  interactionId?: string | undefined;
  /** Only changes have one. */
  organizationId?: string | undefined;
};

/** The most selective first: an attempt has a few entries, an address or application may have millions. */
const selective = [
  ['sessionId', 'session_id'],
  ['userId', 'user_id'],
  ['ip', 'ip'],
  ['audience', 'audience'],
  ['connectorId', 'connector_id'],
  ['applicationId', 'application_id'],
] as const;
const mostAttempts = 100;

const attemptsOf = (interactionId: string): string[] => {
  const ids = [...new Set(interactionId.split(','))].filter((id) => id !== '');
  if (ids.length > mostAttempts) throw new RequestError('guard.invalid_input');
  return ids;
};

const equals = (column: string, value: string) => sql<SqlBool>`${sql.ref(column)} = ${value}`;
const isAmong = (column: string, values: string[]) => sql<SqlBool>`${sql.ref(column)} = any (${values}::text[])`;

export const wantedEvents = (filter: EventFilter, times: Wanted['conditions']): Wanted => {
  const { logKey, result, interactionId } = filter;
  const given = selective.flatMap(([name, column]) => (filter[name] ? [{ column, value: filter[name] }] : []));
  const keys = logKey ? keysBelow(logKeys, logKey) : undefined;
  // An event of an application is rarer than the application.
  const [first] = given;
  const only = interactionId || (keys && first?.column === 'application_id') ? undefined : first;
  const attempts = interactionId ? attemptsOf(interactionId) : undefined;
  return {
    table: 'logs',
    columns: ['id', 'key', 'payload', 'created_at'],
    conditions: [
      sql<SqlBool>`hook_id is null`,
      // A literal, since the indexes of failures are partial.
      ...(result ? [sql<SqlBool>`result = ${sql.lit(result)}`] : []),
      ...given.filter((one) => one !== only).map(({ column, value }) => equals(column, value)),
      ...(attempts && keys ? [isAmong('key', keys)] : []),
      ...times,
    ],
    ...(only && { only }),
    ...(attempts
      ? { oneOf: { column: 'interaction_id', values: attempts } }
      : keys && { oneOf: { column: 'key', values: keys } }),
  };
};

export const eventEntries = ({ tenantId }: Context, rows: EventRow[]): LogEntry[] =>
  rows.map((row) => ({ ...row, tenantId }));

type Actor = NonNullable<LogPayload['actor']>;

/** The administrator or application behind an event of a user. */
const withName = async (ctx: Context, actor: Actor): Promise<Actor> => {
  const { type, id } = actor;
  const name = (await actorNames(ctx, [{ actorType: type, actorId: id }])).get(id ?? '');
  return { ...actor, ...(name !== undefined && { name }) };
};

export const findEvent = async (ctx: Context, id: string): Promise<LogEntry | undefined> => {
  const row = await ctx.db
    .selectFrom('logs')
    .select(['id', 'key', 'payload', 'createdAt'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const payload = row.payload as LogPayload;
  if (payload.userAgent) payload.userAgentParsed = parseUserAgent(payload.userAgent);
  if (payload.actor) payload.actor = await withName(ctx, payload.actor);
  return { ...row, tenantId: ctx.tenantId, payload };
};
