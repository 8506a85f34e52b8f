// Members of an organization and their roles there.
import { organizationUsers } from '@tessera/contract/organization-members';
import type { User } from '@tessera/contract/users';
import type { Context } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { containing } from '../../infrastructure/search/containing.ts';
import { serve } from '../../serve.ts';
import { findOrganization } from './find-organization.ts';
import { rolesOfUsers } from './held-roles.ts';
import {
  holdOwner,
  membersOf,
  type Relation,
  relate,
  relateAll,
  replaceRelated,
  requireMembership,
  unrelate,
} from './relations.ts';

const rolesOf = (organizationId: string, userId: string): Relation => ({
  table: 'organizationRoleUsers',
  owner: { organizationId, userId },
  column: 'organizationRoleId',
});

type Roles = { organizationRoleIds?: string[] | undefined; organizationRoleNames?: string[] | undefined };

/** The roles a request names by ID and by name. */
const roleIdsOf = async (ctx: Context, { organizationRoleIds = [], organizationRoleNames = [] }: Roles) => {
  if (organizationRoleNames.length === 0) return organizationRoleIds;
  const tx = await ctx.change.transaction();
  const found = await tx
    .selectFrom('organizationRoles')
    .select(['id', 'name'])
    .where('name', 'in', organizationRoleNames)
    .execute();
  const known = new Set(found.map(({ name }) => name));
  const missing = organizationRoleNames.filter((name) => !known.has(name));
  if (missing.length > 0) {
    throw new RequestError('organization.role_names_not_found', { details: missing.join(', ').slice(0, 500) });
  }
  return [...organizationRoleIds, ...found.map(({ id }) => id)];
};

type Member = { organizationId: string; userId: string };
const readMember = async (ctx: Context, { organizationId, userId }: Member) => {
  await findOrganization(ctx, organizationId);
  await requireMembership(ctx.db, membersOf(organizationId), userId);
};
const holdMember = async (ctx: Context, { organizationId, userId }: Member) => {
  await holdOwner(ctx, 'organizations', organizationId);
  await requireMembership(await ctx.change.transaction(), membersOf(organizationId), userId);
};

export default serve(organizationUsers, {
  list: async (ctx, { params: { organizationId }, query }) => {
    await findOrganization(ctx, organizationId);
    const fields = ['users.id', 'users.primaryEmail', 'users.primaryPhone', 'users.username', 'users.name'];
    const condition = containing(query.q, fields, 'users.searchText');
    const rows = await ctx.page(
      ctx.db
        .selectFrom('organizationUsers')
        .innerJoin('users', 'users.id', 'organizationUsers.userId')
        .selectAll('users')
        .where('organizationUsers.organizationId', '=', organizationId)
        .$if(condition !== undefined, (rest) => (condition ? rest.where(condition) : rest))
        .orderBy('organizationUsers.createdAt', 'desc')
        .orderBy('organizationUsers.userId'),
    );
    const roles = await rolesOfUsers(
      ctx,
      organizationId,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => ({ ...(row as unknown as User), organizationRoles: roles.get(row.id) ?? [] }));
  },

  add: async (ctx, { params: { organizationId }, body }) => {
    await holdOwner(ctx, 'organizations', organizationId);
    await relate(ctx, membersOf(organizationId), body.userIds);
  },
  replace: async (ctx, { params: { organizationId }, body }) => {
    await holdOwner(ctx, 'organizations', organizationId);
    await replaceRelated(ctx, membersOf(organizationId), body.userIds);
  },
  remove: async (ctx, { params: { organizationId, userId } }) => {
    await holdOwner(ctx, 'organizations', organizationId);
    await unrelate(ctx, membersOf(organizationId), userId);
  },
  removeMany: async (ctx, { params: { organizationId }, body }) => {
    await holdOwner(ctx, 'organizations', organizationId);
    const { table, owner, column } = membersOf(organizationId);
    await ctx.change.removeAll(table, owner, column, [...new Set(body.userIds)]);
  },

  assignRoles: async (ctx, { params: { organizationId }, body }) => {
    await holdOwner(ctx, 'organizations', organizationId);
    const holders = [...new Set(body.userIds)].map((userId) => rolesOf(organizationId, userId));
    await relateAll(ctx, holders, body.organizationRoleIds);
  },
  listRoles: async (ctx, { params }) => {
    await readMember(ctx, params);
    return ctx.page(
      ctx.db
        .selectFrom('organizationRoles')
        .innerJoin('organizationRoleUsers', 'organizationRoleUsers.organizationRoleId', 'organizationRoles.id')
        .selectAll('organizationRoles')
        .where('organizationRoleUsers.organizationId', '=', params.organizationId)
        .where('organizationRoleUsers.userId', '=', params.userId)
        .orderBy('organizationRoles.name'),
    );
  },
  addRoles: async (ctx, { params, body }) => {
    await holdMember(ctx, params);
    await relate(ctx, rolesOf(params.organizationId, params.userId), await roleIdsOf(ctx, body));
  },
  replaceRoles: async (ctx, { params, body }) => {
    await holdMember(ctx, params);
    await replaceRelated(ctx, rolesOf(params.organizationId, params.userId), await roleIdsOf(ctx, body));
  },
  removeRole: async (ctx, { params }) => {
    await holdMember(ctx, params);
    await unrelate(ctx, rolesOf(params.organizationId, params.userId), params.organizationRoleId);
  },

  scopes: async (ctx, { params }) => {
    await readMember(ctx, params);
    return ctx.db
      .selectFrom('organizationScopes')
      .selectAll()
      .where('id', 'in', (inner) =>
        inner
          .selectFrom('organizationRoleUsers as held')
          .innerJoin('organizationRoleScopes as given', 'given.organizationRoleId', 'held.organizationRoleId')
          .select('given.organizationScopeId')
          .where('held.organizationId', '=', params.organizationId)
          .where('held.userId', '=', params.userId),
      )
      .orderBy('name')
      .execute();
  },
});
