// Administrators' changes, read from the change records as log entries.
import { api } from '@tessera/contract/api';
import { type ChangeKey, changeKeyOf, keysBelow, operationOf } from '@tessera/contract/audit-log-keys';
import type { ChangePayload, LogActor, LogEntry, LogPayload } from '@tessera/contract/audit-logs';
import type { JsonObject } from '@tessera/contract/fields';
import type { Resource } from '@tessera/contract/kit';
import { type SqlBool, sql } from 'kysely';
import type { Context } from '../../context.ts';
import { masked } from '../../infrastructure/audit/audit.ts';
import type { Actor } from '../../infrastructure/database/change.ts';
import { actorNames, entityNames } from './change-names.ts';
import type { EventFilter } from './find-events.ts';
import { piecesOf, type Wanted } from './newest-first.ts';

export type ChangeRow = {
  id: string;
  actorType: Actor['type'];
  actorId: string | null;
  operation: string;
  entity: string;
  entityId: string;
  requestId: string | null;
  ip: string | null;
  createdAt: number;
  /** Only on request. */
  before?: unknown;
  after?: unknown;
};
/** Generated columns, and the tenant, which is always the same. */
const derived = /^(tenantId|searchText|(username|primaryEmail|primaryPhone|email|invitee|emailDomain)Key)$/;
const withoutDerived = (version: unknown): JsonObject | null =>
  version ? Object.fromEntries(Object.entries(version).filter(([name]) => !derived.test(name))) : null;

type Contents = { before: JsonObject | null; after: JsonObject | null };

const contentsOf = ({ before, after }: ChangeRow): Contents => ({
  before: withoutDerived(before),
  after: withoutDerived(after),
});

const columns = ['id', 'actor_type', 'actor_id', 'operation', 'entity', 'entity_id', 'request_id', 'ip', 'created_at'];
const changesOf = (resource: Resource) =>
  Object.values(resource.operations).flatMap(({ change = 'none' }) => (change === 'none' ? [] : [change]));
/** Everything but sign-in steps, which are events and much more numerous. */
const operations: readonly string[] = [
  ...new Set(Object.values<Resource>(api).flatMap((one) => (one.access === 'interaction' ? [] : changesOf(one)))),
];

type Filter = EventFilter & { logKey: ChangeKey };

const madeBy = (type: Actor['type'], id: string) => sql<SqlBool>`(actor_id = ${id} and actor_type = ${type})`;

/** Only successful changes are recorded, and they belong to no session. */
const matchNothing = ({ result, sessionId, interactionId }: Filter) =>
  result === 'Error' || Boolean(sessionId || interactionId);

export const wantedChanges = (filter: Filter, times: Wanted['conditions']): Wanted => {
  const { logKey, userId, applicationId, ip, organizationId } = filter;
  const family = operationOf(logKey);
  const values = family === '' ? [...operations] : keysBelow(operations, family);
  const actorId = userId || applicationId;
  const given = [
    ...(organizationId ? [{ column: 'organization_id', value: organizationId }] : []),
    ...(actorId ? [{ column: 'actor_id', value: actorId }] : []),
    ...(ip ? [{ column: 'ip', value: ip }] : []),
  ];
  const [only, ...others] = given;
  return {
    table: 'change_records',
    columns,
    conditions: [
      ...(userId ? [madeBy('user', userId)] : []),
      ...(applicationId ? [madeBy('application', applicationId)] : []),
      ...others.map(({ column, value }) => sql<SqlBool>`${sql.ref(column)} = ${value}`),
      ...(matchNothing(filter) ? [sql<SqlBool>`false`] : []),
      ...times,
    ],
    ...(only && { only }),
    oneOf: { column: 'operation', values },
  };
};

type Named = { actor?: string | undefined; entity?: string | undefined };

const asEntry = (tenantId: string, row: ChangeRow, named: Named, contents?: Contents): LogEntry => {
  const { id, actorType, actorId, operation, entity, entityId, requestId, ip, createdAt } = row;
  const key = changeKeyOf(operation);
  const change: ChangePayload = {
    operation,
    entity,
    entityId,
    ...(named.entity !== undefined && { entityName: named.entity }),
    requestId,
    ...(ip !== null && { ip }),
    actor: { type: actorType, id: actorId, ...(named.actor !== undefined && { name: named.actor }) },
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
  const [actors, entities] = await Promise.all([actorNames(ctx, rows), entityNames(ctx, rows)]);
  return rows.map((row) => {
    const contents = row.before === undefined ? undefined : contentsOf(row);
    return asEntry(ctx.tenantId, row, { actor: actors.get(row.actorId ?? ''), entity: entities.get(row.id) }, contents);
  });
};

const newestChanges = 500;

/** The actors of the newest changes, the latest first: the choices of a filter. */
export const latestActors = async (ctx: Context, times: Wanted['conditions']): Promise<LogActor[]> => {
  const wanted = wantedChanges({ logKey: changeKeyOf('') }, times);
  const { value: rows = [] } = await piecesOf<ChangeRow>(ctx.db, wanted, newestChanges).next();
  const actors = [...new Map(rows.map((row) => [`${row.actorType}/${row.actorId}`, row])).values()];
  const names = await actorNames(ctx, actors);
  return actors.flatMap(({ actorType: type, actorId: id }) => {
    if (type === 'system' || id === null) return [];
    const name = names.get(id);
    return [{ type, id, ...(name !== undefined && { name }) }];
  });
};
/** Entries with their content before and after. */
export const withContents = (wanted: Wanted): Wanted => ({ ...wanted, columns: [...columns, 'before', 'after'] });

export const findChange = async (ctx: Context, id: string): Promise<LogEntry | undefined> => {
  const row = await ctx.db.selectFrom('changeRecords').selectAll().where('id', '=', id).executeTakeFirst();
  return row && (await changeEntries(ctx, [row]))[0];
};
