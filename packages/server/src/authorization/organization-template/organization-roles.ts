// Roles of the organization template and their permissions.
import { type Named, organizationRoles } from '@tessera/contract/organization-template';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { notFound } from '../../infrastructure/http/request-error.ts';
import { containing } from '../../infrastructure/search/containing.ts';
import { random } from '../../random.ts';
import { serve } from '../../serve.ts';
import {
  holdOwner,
  type Relation,
  relate,
  replaceRelated,
  unrelate,
} from '../../user-management/organizations/relations.ts';
import { countRows } from '../resources/count-rows.ts';
import { permissionsOf, type ResourceScope, refuseManagementScopes } from './role-permissions.ts';

const findRole = async ({ db }: Context, id: string) => {
  const row = await db.selectFrom('organizationRoles').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound(id);
  return row;
};

const scopesOf = (organizationRoleId: string): Relation => ({
  table: 'organizationRoleScopes',
  owner: { organizationRoleId },
  column: 'organizationScopeId',
});
const resourceScopesOf = (organizationRoleId: string): Relation => ({
  table: 'organizationRoleResourceScopes',
  owner: { organizationRoleId },
  column: 'scopeId',
});

export default serve(organizationRoles, {
  list: async (ctx, { query }) => {
    const condition = containing(query.q, ['name']);
    const { type } = query;
    const roles = await ctx.page(
      ctx.db
        .selectFrom('organizationRoles')
        .selectAll()
        .$if(type !== undefined, (rest) => rest.where('type', '=', type ?? 'User'))
        .$if(condition !== undefined, (rest) => (condition ? rest.where(condition) : rest))
        .orderBy('createdAt', 'desc')
        .orderBy('id'),
    );
    const { scopes, resourceScopes } = await permissionsOf(
      ctx,
      roles.map(({ id }) => id),
    );
    return roles.map((role) => ({
      ...role,
      scopes: (scopes.get(role.id) ?? []) as Named[],
      resourceScopes: (resourceScopes.get(role.id) ?? []) as ResourceScope[],
    }));
  },

  usage: async (ctx, { params: { organizationRoleId: id } }) => {
    await findRole(ctx, id);
    const ofRole = sql`where organization_role_id = ${id}`;
    const [users, applications, organizations] = await Promise.all([
      countRows(ctx.db, sql`select distinct user_id from organization_role_users ${ofRole}`),
      countRows(ctx.db, sql`select distinct application_id from organization_role_applications ${ofRole}`),
      countRows(
        ctx.db,
        sql`select organization_id from organization_role_users ${ofRole}
          union select organization_id from organization_role_applications ${ofRole}`,
      ),
    ]);
    return { users, applications, organizations };
  },

  create: async (ctx, { body }) => {
    const { name, description = null, type = 'User', organizationScopeIds = [], resourceScopeIds = [] } = body;
    const role = await ctx.change.insert('organizationRoles', { id: random.id(), name, description, type });
    await relate(ctx, scopesOf(role.id), organizationScopeIds);
    await relate(ctx, resourceScopesOf(role.id), resourceScopeIds);
    await refuseManagementScopes(ctx, role.id);
    return role;
  },

  get: (ctx, { params }) => findRole(ctx, params.organizationRoleId),

  update: async (ctx, { params: { organizationRoleId: id }, body }) => {
    const row = await ctx.change.update('organizationRoles', { id }, body);
    if (!row) throw notFound(id);
    await refuseManagementScopes(ctx, id);
    return row;
  },

  remove: async ({ change }, { params: { organizationRoleId: id } }) => {
    if (!(await change.remove('organizationRoles', { id }))) throw notFound(id);
  },

  listScopes: async (ctx, { params: { organizationRoleId } }) => {
    await findRole(ctx, organizationRoleId);
    return ctx.page(
      ctx.db
        .selectFrom('organizationScopes')
        .innerJoin('organizationRoleScopes', 'organizationRoleScopes.organizationScopeId', 'organizationScopes.id')
        .selectAll('organizationScopes')
        .where('organizationRoleScopes.organizationRoleId', '=', organizationRoleId)
        .orderBy('organizationRoleScopes.createdAt', 'desc')
        .orderBy('organizationScopes.name'),
    );
  },
  addScopes: async (ctx, { params: { organizationRoleId }, body }) => {
    await holdOwner(ctx, 'organizationRoles', organizationRoleId);
    await relate(ctx, scopesOf(organizationRoleId), body.organizationScopeIds);
  },
  replaceScopes: async (ctx, { params: { organizationRoleId }, body }) => {
    await holdOwner(ctx, 'organizationRoles', organizationRoleId);
    await replaceRelated(ctx, scopesOf(organizationRoleId), body.organizationScopeIds);
  },
  removeScope: async (ctx, { params: { organizationRoleId, organizationScopeId } }) => {
    await holdOwner(ctx, 'organizationRoles', organizationRoleId);
    await unrelate(ctx, scopesOf(organizationRoleId), organizationScopeId);
  },

  listResourceScopes: async (ctx, { params: { organizationRoleId } }) => {
    await findRole(ctx, organizationRoleId);
    const rows = await ctx.page(
      ctx.db
        .selectFrom('scopes')
        .innerJoin('organizationRoleResourceScopes', 'organizationRoleResourceScopes.scopeId', 'scopes.id')
        .innerJoin('resources', 'resources.id', 'scopes.resourceId')
        .selectAll('scopes')
        .select('resources.name as resourceName')
        .where('organizationRoleResourceScopes.organizationRoleId', '=', organizationRoleId)
        .orderBy('organizationRoleResourceScopes.createdAt', 'desc')
        .orderBy('scopes.name'),
    );
    return rows.map(({ resourceName, ...scope }) => ({
      ...scope,
      resource: { id: scope.resourceId, name: resourceName },
    }));
  },
  addResourceScopes: async (ctx, { params: { organizationRoleId }, body }) => {
    await holdOwner(ctx, 'organizationRoles', organizationRoleId);
    await relate(ctx, resourceScopesOf(organizationRoleId), body.scopeIds);
    await refuseManagementScopes(ctx, organizationRoleId);
  },
  replaceResourceScopes: async (ctx, { params: { organizationRoleId }, body }) => {
    await holdOwner(ctx, 'organizationRoles', organizationRoleId);
    await replaceRelated(ctx, resourceScopesOf(organizationRoleId), body.scopeIds);
    await refuseManagementScopes(ctx, organizationRoleId);
  },
  removeResourceScope: async (ctx, { params: { organizationRoleId, scopeId } }) => {
    await holdOwner(ctx, 'organizationRoles', organizationRoleId);
    await unrelate(ctx, resourceScopesOf(organizationRoleId), scopeId);
  },
});
