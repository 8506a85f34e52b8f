// Permissions of organization roles: in organizations, and in the tenant's APIs.
import type { Named } from '@tessera/contract/organization-template';
import type { Context } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { isManagementResource } from '../resources/management-access.ts';

export type ResourceScope = Named & { resource: Named };

const byRole = <Row extends { roleId: string }>(rows: Row[]) => Map.groupBy(rows, ({ roleId }) => roleId);

/** For many roles at once. */
export const permissionsOf = async ({ db }: Context, roleIds: string[]) => {
  if (roleIds.length === 0) return { scopes: byRole([]), resourceScopes: byRole([]) };
  const [scopes, resourceScopes] = await Promise.all([
    db
      .selectFrom('organizationRoleScopes as given')
      .innerJoin('organizationScopes as scope', 'scope.id', 'given.organizationScopeId')
      .select(['given.organizationRoleId as roleId', 'scope.id', 'scope.name'])
      .where('given.organizationRoleId', 'in', roleIds)
      .orderBy('scope.name')
      .execute(),
    db
      .selectFrom('organizationRoleResourceScopes as given')
      .innerJoin('scopes as scope', 'scope.id', 'given.scopeId')
      .innerJoin('resources as resource', 'resource.id', 'scope.resourceId')
      .select([
        'given.organizationRoleId as roleId',
        'scope.id',
        'scope.name',
        'resource.id as resourceId',
        'resource.name as resourceName',
      ])
      .where('given.organizationRoleId', 'in', roleIds)
      .orderBy('resource.name')
      .orderBy('scope.name')
      .execute(),
  ]);
  return {
    scopes: byRole(scopes),
    resourceScopes: byRole(
      resourceScopes.map(({ resourceId, resourceName, ...scope }) => ({
        ...scope,
        resource: { id: resourceId, name: resourceName },
      })),
    ),
  };
};

/** Checked on the result of a write: organizations never grant the Management API. */
export const refuseManagementScopes = async (ctx: Context, roleId: string): Promise<void> => {
  const tx = await ctx.change.transaction();
  const found = await tx
    .selectFrom('organizationRoles')
    .innerJoin('organizationRoleResourceScopes as given', 'given.organizationRoleId', 'organizationRoles.id')
    .innerJoin('scopes', 'scopes.id', 'given.scopeId')
    .innerJoin('resources', 'resources.id', 'scopes.resourceId')
    .select('scopes.id')
    .where('organizationRoles.id', '=', roleId)
    .where('organizationRoles.type', '=', 'User')
    .where(isManagementResource(ctx))
    .executeTakeFirst();
  if (found) throw new RequestError('role.management_api_scopes_not_assignable_to_user_role');
};
