// What administrators changed, read from the change records as entries of the log.
import { api } from '@tessera/contract/api';
import type { JsonObject } from '@tessera/contract/fields';
import type { Resource } from '@tessera/contract/kit';
import { type ChangeKey, changeKeyOf, keysBelow, operationOf } from '@tessera/contract/log-keys';
import type { ChangePayload, LogEntry, LogPayload } from '@tessera/contract/logs';
import { type SqlBool, sql } from 'kysely';
import { masked } from '../audit/audit.ts';
import type { Actor } from '../database/change.ts';
import type { Database } from '../database/tenant-database.ts';
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
  /** Where they are asked for. */
  before?: unknown;
  after?: unknown;
};
/** Columns that the database works out from others, and the tenant, which is always the same. */
const derived = /^(tenantId|searchText|(username|primaryEmail|primaryPhone|email|invitee|emailDomain)Key)$/;
const withoutDerived = (version: unknown): JsonObject | null =>
  version ? Object.fromEntries(Object.entries(version).filter(([name]) => !derived.test(name))) : null;

type Contents = { before: JsonObject | null; after: JsonObject | null };

const contentsOf = ({ before, after }: ChangeRow): Contents => ({
  before: withoutDerived(before),
  after: withoutDerived(after),
});

const columns = ['id', 'actor_type', 'actor_id', 'operation', 'entity', 'entity_id', 'request_id', 'created_at'];
const changesOf = (resource: Resource) =>
  Object.values(resource.operations).flatMap(({ change = 'none' }) => (change === 'none' ? [] : [change]));
/** Everything but what people do while they sign in, which is in the log of events, and of which there is much more. */
const operations: readonly string[] = [
  ...new Set(Object.values<Resource>(api).flatMap((one) => (one.access === 'interaction' ? [] : changesOf(one)))),
];

type Filter = { logKey: ChangeKey; userId?: string | undefined; applicationId?: string | undefined };

const madeBy = (type: Actor['type'], id: string) => sql<SqlBool>`(actor_id = ${id} and actor_type = ${type})`;

export const wantedChanges = ({ logKey, userId, applicationId }: Filter, times: Wanted['conditions']): Wanted => {
  const family = operationOf(logKey);
  const conditions = [
    ...(userId ? [madeBy('user', userId)] : []),
    ...(applicationId ? [madeBy('application', applicationId)] : []),
    ...times,
  ];
  const values = family === '' ? [...operations] : keysBelow(operations, family);
  return { table: 'change_records', columns, conditions, oneOf: { column: 'operation', values } };
};

type Names = Map<string, string>;

const namesIn = async (db: Database, users: string[], applications: string[]): Promise<[string, string][]> => {
  const [people, machines] = await Promise.all([
    users.length === 0
      ? []
      : db.selectFrom('users').select(['id', 'name', 'username', 'primaryEmail']).where('id', 'in', users).execute(),
    applications.length === 0
      ? []
      : db.selectFrom('applications').select(['id', 'name']).where('id', 'in', applications).execute(),
  ]);
  return [
    ...people.map(({ id, name, username, primaryEmail }): [string, string] => [
      id,
      name || username || primaryEmail || id,
    ]),
    ...machines.map(({ id, name }): [string, string] => [id, name]),
  ];
};

/** Administrators and their machines are in the admin tenant; people who change their own account are in this one. */
const actorNames = async ({ services, db }: Context, rows: ChangeRow[]): Promise<Names> => {
  const ofType = (type: Actor['type']) => [
    ...new Set(rows.flatMap(({ actorType, actorId }) => (actorType === type && actorId ? [actorId] : []))),
  ];
  const [users, applications] = [ofType('user'), ofType('application')];
  const places = [db, services.databases.of(adminTenant)];
  return new Map((await Promise.all(places.map((place) => namesIn(place, users, applications)))).flat());
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
  const names = await actorNames(ctx, rows);
  return rows.map((row) => {
    const contents = row.before === undefined ? undefined : contentsOf(row);
    return asEntry(ctx.tenantId, row, names.get(row.actorId ?? ''), contents);
  });
};
/** Entries with what was there before and after. */
export const withContents = (wanted: Wanted): Wanted => ({ ...wanted, columns: [...columns, 'before', 'after'] });

export const findChange = async (ctx: Context, id: string): Promise<LogEntry | undefined> => {
  const row = await ctx.db.selectFrom('changeRecords').selectAll().where('id', '=', id).executeTakeFirst();
  return row && (await changeEntries(ctx, [row]))[0];
};
