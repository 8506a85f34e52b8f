// Roles for a list, with counts and a few assigned users or applications. Four statements for a whole page.
import type { Role, RoleType } from '@tessera/contract/role';
import { internalPrefix } from '@tessera/contract/role';
import type { RoleWithHolders } from '@tessera/contract/roles';
import { type SqlBool, sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Database } from '../../infrastructure/database/tenant-database.ts';
import { searchCondition } from '../../infrastructure/search/search.ts';
import { isManagementResource } from '../resources/management-access.ts';

const featuredCount = 3;

/** Maintained by triggers, see migrations/0013-role-holders.sql. */
export const holdersCounter = (table: 'users_roles' | 'applications_roles', roleId: string) => `${table}/${roleId}`;

const holderCounts = async (db: Database, roleIds: string[]): Promise<Map<string, number>> => {
  const entities = roleIds.flatMap((id) => [
    holdersCounter('users_roles', id),
    holdersCounter('applications_roles', id),
  ]);
  const rows = await db
    .selectFrom('tenantCounters')
    .select(['entity', sql<number>`sum(count)::bigint`.as('total')])
    .where('entity', 'in', entities)
    .groupBy('entity')
    .execute();
  return new Map(rows.map(({ entity, total }) => [entity, total]));
};

const featuredUsers = (db: Database, roleIds: string[]) =>
  db
    .selectFrom('roles')
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('usersRoles')
          .innerJoin('users', 'users.id', 'usersRoles.userId')
          .select(['users.id', 'users.name', 'users.avatar', 'usersRoles.createdAt'])
          .whereRef('usersRoles.roleId', '=', 'roles.id')
          .orderBy('usersRoles.createdAt', 'desc')
          .orderBy('usersRoles.userId')
          .limit(featuredCount)
          .as('holder'),
      (join) => join.onTrue(),
    )
    .select(['roles.id as roleId', 'holder.id', 'holder.name', 'holder.avatar'])
    .where('roles.id', 'in', roleIds)
    .execute();

const featuredApplications = (db: Database, roleIds: string[]) =>
  db
    .selectFrom('roles')
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('applicationsRoles')
          .innerJoin('applications', 'applications.id', 'applicationsRoles.applicationId')
          .select(['applications.id', 'applications.name', 'applications.type'])
          .whereRef('applicationsRoles.roleId', '=', 'roles.id')
          .orderBy('applicationsRoles.createdAt', 'desc')
          .orderBy('applicationsRoles.applicationId')
          .limit(featuredCount)
          .as('holder'),
      (join) => join.onTrue(),
    )
    .select(['roles.id as roleId', 'holder.id', 'holder.name', 'holder.type'])
    .where('roles.id', 'in', roleIds)
    .execute();

const managing = async (ctx: Context, roleIds: string[]): Promise<Set<string>> => {
  const rows = await ctx.db
    .selectFrom('rolesScopes')
    .innerJoin('scopes', 'scopes.id', 'rolesScopes.scopeId')
    .innerJoin('resources', 'resources.id', 'scopes.resourceId')
    .select('rolesScopes.roleId')
    .where('rolesScopes.roleId', 'in', roleIds)
    .where(isManagementResource(ctx))
    .execute();
  return new Set(rows.map(({ roleId }) => roleId));
};

export const withHolders = async (ctx: Context, roles: Role[]): Promise<RoleWithHolders[]> => {
  const { db } = ctx;
  const ids = roles.map(({ id }) => id);
  if (ids.length === 0) return [];
  const [counts, users, applications, managers] = await Promise.all([
    holderCounts(db, ids),
    featuredUsers(db, ids),
    featuredApplications(db, ids),
    managing(ctx, ids),
  ]);
  return roles.map((role) => ({
    ...role,
    usersCount: counts.get(holdersCounter('users_roles', role.id)) ?? 0,
    featuredUsers: users.filter(({ roleId }) => roleId === role.id),
    applicationsCount: counts.get(holdersCounter('applications_roles', role.id)) ?? 0,
    featuredApplications: applications.filter(
      ({ roleId }) => roleId === role.id,
    ) as RoleWithHolders['featuredApplications'],
    hasManagementApiAccess: managers.has(role.id),
  }));
};

type Query = Parameters<typeof searchCondition>[0] & {
  type?: RoleType | undefined;
  excludeUserId?: string | undefined;
  excludeApplicationId?: string | undefined;
};

const excluded = ({ excludeUserId, excludeApplicationId }: Query) => [
  ...(excludeUserId === undefined
    ? []
    : [sql<SqlBool>`not exists (select from users_roles where role_id = roles.id and user_id = ${excludeUserId})`]),
  ...(excludeApplicationId === undefined
    ? []
    : [
        sql<SqlBool>`not exists (
          select from applications_roles where role_id = roles.id and application_id = ${excludeApplicationId}
        )`,
      ]),
];

/** A page of roles, without internal ones. */
export const pageOfRoles = ({ db, page }: Context, query: Query) => {
  const { type } = query;
  const searched = searchCondition(query, ['id', 'name', 'description']);
  const conditions = [...excluded(query), ...(searched ? [searched] : [])];
  return page(
    db
      .selectFrom('roles')
      .selectAll()
      .where('name', 'not like', `${internalPrefix}%`)
      .$if(type !== undefined, (rest) => rest.where('type', '=', type ?? 'User'))
      .where(({ and }) => and(conditions))
      .orderBy('createdAt', 'desc')
      .orderBy('id'),
    type !== undefined || conditions.length > 0 ? {} : { counter: 'roles' },
  );
};
