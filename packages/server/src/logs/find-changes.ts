// What administrators changed, read from the change records as entries of the log.
import { api } from '@tessera/contract/api';
import type { JsonObject } from '@tessera/contract/fields';
import { type ChangeKey, changeKeyOf, keysBelow, operationOf } from '@tessera/contract/log-keys';
import type { ChangePayload, LogEntry, LogPayload } from '@tessera/contract/logs';
import { type SqlBool, sql } from 'kysely';
import { masked } from '../audit/audit.ts';
import type { Actor } from '../database/change.ts';
import type { Context } from '../http/context.ts';
import { adminTenant } from '../http/place.ts';
import type { Wanted } from './newest-first.ts';

export type ChangeRow = {
  id: string;
  actorType: Actor['type'];
  actorId: string | null;
  operation: string;
  entity: string;
  entityId: string;
  requestId: string | null;
  createdAt: number;
};
type Contents = { before: JsonObject | null; after: JsonObject | null };

const columns = ['id', 'actor_type', 'actor_id', 'operation', 'entity', 'entity_id', 'request_id', 'created_at'];
const operations: readonly string[] = [
  ...new Set(
    Object.values(api).flatMap((resource) =>
      Object.values(resource.operations).flatMap(({ change }) => (change === undefined ? [] : [change])),
    ),
  ),
];

type Filter = { logKey: ChangeKey; userId?: string | undefined; applicationId?: string | undefined };

const madeBy = (type: Actor['type'], id: string) => sql<SqlBool>`(actor_id = ${id} and actor_type = ${type})`;

export const wantedChanges = ({ logKey, userId, applicationId }: Filter, times: Wanted['conditions']): Wanted => {
  const operation = operationOf(logKey);
  const conditions = [
    // What people do at sign-in is in the log of events.
    sql<SqlBool>`actor_type <> 'system'`,
    ...(userId ? [madeBy('user', userId)] : []),
    ...(applicationId ? [madeBy('application', applicationId)] : []),
    ...times,
  ];
  const oneOf = { column: 'operation', values: keysBelow(operations, operation) };
  return { table: 'change_records', columns, conditions, ...(operation && { oneOf }) };
};

/** Administrators are users of the admin tenant; elsewhere only their id would be known. */
const administratorNames = async ({ services }: Context, rows: ChangeRow[]): Promise<Map<string, string>> => {
  const ids = rows.flatMap(({ actorType, actorId }) => (actorType === 'user' && actorId ? [actorId] : []));
  if (ids.length === 0) return new Map();
  const users = await services.databases
    .of(adminTenant)
    .selectFrom('users')
    .select(['id', 'name', 'username', 'primaryEmail'])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(users.map((user) => [user.id, user.name || user.username || user.primaryEmail || user.id]));
};

const asEntry = (tenantId: string, row: ChangeRow, name: string | undefined, contents?: Contents): LogEntry => {
  const { id, actorType, actorId, operation, entity, entityId, requestId, createdAt } = row;
  const key = changeKeyOf(operation);
  const change: ChangePayload = {
    operation,
    entity,
    entityId,
    requestId,
    actor: { type: actorType, id: actorId, ...(name !== undefined && { name }) },
    ...(contents && (masked(contents) as Contents)),
  };
  const maker = actorType === 'application' ? 'applicationId' : 'userId';
  return {
    tenantId,
    id,
    key,
    payload: { key, result: 'Success', ...(actorId !== null && { [maker]: actorId }), ...change } as LogPayload,
    createdAt,
  };
};

export const changeEntries = async (ctx: Context, rows: ChangeRow[]): Promise<LogEntry[]> => {
  const names = await administratorNames(ctx, rows);
  return rows.map((row) => asEntry(ctx.tenantId, row, names.get(row.actorId ?? '')));
};

export const findChange = async (ctx: Context, id: string): Promise<LogEntry | undefined> => {
  const row = await ctx.db.selectFrom('changeRecords').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return undefined;
  const names = await administratorNames(ctx, [row]);
  const contents = { before: row.before as Contents['before'], after: row.after as Contents['after'] };
  return asEntry(ctx.tenantId, row, names.get(row.actorId ?? ''), contents);
};
