// Names of the actors and entities of changes, so that a list can be read without opening its entries.
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Actor } from '../../infrastructure/database/change.ts';
import type { Database } from '../../infrastructure/database/tenant-database.ts';
import { adminTenant } from '../../infrastructure/http/resolve-request.ts';

type Names = Map<string, string>;
type MadeBy = { actorType: Actor['type']; actorId: string | null };

const userNames = async (db: Database, ids: string[]): Promise<[string, string][]> => {
  if (ids.length === 0) return [];
  const columns = ['id', 'name', 'username', 'primaryEmail', 'primaryPhone'] as const;
  const users = await db.selectFrom('users').select(columns).where('id', 'in', ids).execute();
  return users.map((user) => [
    user.id,
    user.name || user.username || user.primaryEmail || user.primaryPhone || user.id,
  ]);
};

type Named = 'applications' | 'roles' | 'organizations' | 'organizationRoles' | 'scopes' | 'organizationScopes';
const rowNames = async (db: Database, table: Named, ids: string[]): Promise<[string, string][]> => {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom(table).select(['id', 'name']).where('id', 'in', ids).execute();
  return rows.map(({ id, name }) => [id, name]);
};

/**
 * Administrators and their applications are in the admin tenant; users who change their own account are in this one.
 */
export const actorNames = async ({ services, db }: Context, rows: readonly MadeBy[]): Promise<Names> => {
  const ofType = (type: Actor['type']) => [
    ...new Set(rows.flatMap(({ actorType, actorId }) => (actorType === type && actorId ? [actorId] : []))),
  ];
  const [users, applications] = [ofType('user'), ofType('application')];
  const found = [db, services.databases.of(adminTenant)].flatMap((place) => [
    userNames(place, users),
    rowNames(place, 'applications', applications),
  ]);
  return new Map((await Promise.all(found)).flat());
};

/** IDs in rows that connect entities, such as a member's role, in the order in which their names are shown. */
const references = [
  ['userId', 'users'],
  ['applicationId', 'applications'],
  ['organizationId', 'organizations'],
  ['roleId', 'roles'],
  ['organizationRoleId', 'organizationRoles'],
  ['scopeId', 'scopes'],
  ['organizationScopeId', 'organizationScopes'],
] as const;

type Content = { id: string; name: string | null; refers: Record<string, string | null> };

const ownName = sql.raw(
  ['name', 'username', 'primaryEmail', 'primaryPhone', 'target', 'domain', 'email', 'connectorId']
    .map((field) => `nullif(content ->> '${field}', '')`)
    .join(', '),
);
const referred = sql.raw(references.map(([field]) => `'${field}', content ->> '${field}'`).join(', '));

/** By ID of the change. The name is the one at the time of the change; connected entities have their current name. */
export const entityNames = async (
  { db }: Context,
  rows: readonly { id: string; createdAt: number }[],
): Promise<Names> => {
  if (rows.length === 0) return new Map();
  const [ids, times] = [rows.map(({ id }) => id), rows.map(({ createdAt }) => new Date(createdAt))];
  const { rows: contents } = await sql<Content>`
    select id, coalesce(${ownName}) as name, jsonb_build_object(${referred}) as refers
    from (
      select id, coalesce(after, before) as content from change_records
      where (created_at, id) in (select * from unnest(${times}::timestamptz[], ${ids}::text[]))
    ) as changed`.execute(db);
  const idsOf = (field: string) => [
    ...new Set(contents.flatMap(({ name, refers }) => (name === null && refers[field] ? [refers[field]] : []))),
  ];
  const found = references.map(([field, table]) =>
    table === 'users' ? userNames(db, idsOf(field)) : rowNames(db, table, idsOf(field)),
  );
  const names = new Map((await Promise.all(found)).flat());
  return new Map(
    contents.flatMap(({ id, name, refers }): [string, string][] => {
      const parts = references.flatMap(([field]) => names.get(refers[field] ?? '') ?? []);
      const shown = name ?? parts.join(' · ');
      return shown === '' ? [] : [[id, shown.slice(0, 256)]];
    }),
  );
};
