// Which scopes of an API resource somebody is offered. The one resolution for all grants; what is not offered here is
// in no token, whatever was asked for or granted before.
import type { Wire } from '@tessera/contract/wire';
import { createCache } from '../cache/cache.ts';
import type { Invalidation } from '../cache/invalidation.ts';
import type { Databases } from '../database/tenant-database.ts';
import { defaultAccessTokenLifetime } from './lifetimes.ts';
import { configuredScopes } from './third-party-scopes.ts';

export type KnownResource = { id: string; indicator: string; accessTokenTtl: number };
/** With an organization, the roles held there count; without, a user's in all their organizations. */
export type Principal = { type: 'user' | 'application'; id: string; organizationId?: string | undefined };
/** The application that asks in a user's name. */
type AskingApplication = { id: string; isThirdParty: boolean };

export type ResourceScopes = ReturnType<typeof createResourceScopes>;

export const createResourceScopes = (databases: Databases, invalidation: Invalidation, wire: Wire) => {
  const resources = createCache(invalidation, {
    tables: ['resources'],
    load: async (
      tenantId,
    ): Promise<{ byIndicator: Map<string, KnownResource>; default: KnownResource | undefined }> => {
      const rows = await databases
        .of(tenantId)
        .selectFrom('resources')
        .select(['id', 'indicator', 'accessTokenTtl', 'isDefault'])
        .execute();
      return {
        byIndicator: new Map(rows.map((row) => [row.indicator, row])),
        default: rows.find(({ isDefault }) => isDefault),
      };
    },
  });

  const ofMachine = createCache(invalidation, {
    tables: ['applicationsRoles', 'rolesScopes', 'roles', 'scopes', 'resources'],
    load: async (tenantId, key): Promise<string[]> => {
      const [applicationId = '', resourceId = ''] = key.split('/');
      const rows = await databases
        .of(tenantId)
        .selectFrom('applicationsRoles')
        .innerJoin('rolesScopes', 'rolesScopes.roleId', 'applicationsRoles.roleId')
        .innerJoin('scopes', 'scopes.id', 'rolesScopes.scopeId')
        .select('scopes.name')
        .distinct()
        .where('applicationsRoles.applicationId', '=', applicationId)
        .where('scopes.resourceId', '=', resourceId)
        .execute();
      return rows.map(({ name }) => name);
    },
  });

  /** In an organization the roles held there count instead. */
  const ofMachineInOrganization = async (
    tenantId: string,
    machine: Principal,
    resourceId: string,
  ): Promise<string[]> => {
    const rows = await databases
      .of(tenantId)
      .selectFrom('organizationRoleApplications as held')
      .innerJoin('organizationRoleResourceScopes as given', 'given.organizationRoleId', 'held.organizationRoleId')
      .innerJoin('scopes', 'scopes.id', 'given.scopeId')
      .select('scopes.name')
      .distinct()
      .where('held.organizationId', '=', machine.organizationId ?? '')
      .where('held.applicationId', '=', machine.id)
      .where('scopes.resourceId', '=', resourceId)
      .execute();
    return rows.map(({ name }) => name);
  };

  const ofUser = async (tenantId: string, user: Principal, resourceId: string): Promise<string[]> => {
    const { id: userId, organizationId } = user;
    const db = databases.of(tenantId);
    const rows = await db
      .selectFrom('usersRoles')
      .innerJoin('rolesScopes', 'rolesScopes.roleId', 'usersRoles.roleId')
      .innerJoin('scopes', 'scopes.id', 'rolesScopes.scopeId')
      .select('scopes.name')
      .where('usersRoles.userId', '=', userId)
      .where('scopes.resourceId', '=', resourceId)
      .union(
        db
          .selectFrom('organizationRoleUsers')
          .innerJoin(
            'organizationRoleResourceScopes',
            'organizationRoleResourceScopes.organizationRoleId',
            'organizationRoleUsers.organizationRoleId',
          )
          .innerJoin('scopes', 'scopes.id', 'organizationRoleResourceScopes.scopeId')
          .select('scopes.name')
          .where('organizationRoleUsers.userId', '=', userId)
          .$if(organizationId !== undefined, (rest) =>
            rest.where('organizationRoleUsers.organizationId', '=', organizationId ?? ''),
          )
          .where('scopes.resourceId', '=', resourceId),
      )
      .execute();
    return rows.map(({ name }) => name);
  };

  /** All scopes a resource has: what an authorization request may name before anybody is signed in. */
  const ofAnybody = async (tenantId: string, resourceId: string): Promise<string[]> => {
    const rows = await databases
      .of(tenantId)
      .selectFrom('scopes')
      .select('name')
      .where('resourceId', '=', resourceId)
      .execute();
    return rows.map(({ name }) => name);
  };

  const organizationScopes = async (tenantId: string): Promise<string[]> => {
    const rows = await databases.of(tenantId).selectFrom('organizationScopes').select('name').execute();
    return rows.map(({ name }) => name);
  };

  return {
    defaultResource: async (tenantId: string) => (await resources.get(tenantId, 'all')).default?.indicator,
    /** `undefined`: the tenant has no such resource. */
    offered: async (
      tenantId: string,
      indicator: string,
      principal: Principal | undefined,
      asking: AskingApplication | undefined,
    ) => {
      const narrowed = async (scopes: string[]): Promise<string[]> => {
        if (!asking?.isThirdParty) return scopes;
        const configured = await configuredScopes(databases.of(tenantId), wire, asking.id, indicator);
        return scopes.filter((scope) => configured.has(scope));
      };
      if (indicator === wire.organizationsResource) {
        const scopes = await narrowed(await organizationScopes(tenantId));
        return { accessTokenTtl: defaultAccessTokenLifetime, scopes };
      }
      const resource = (await resources.get(tenantId, 'all')).byIndicator.get(indicator);
      if (!resource) return undefined;
      const scopes = !principal
        ? await ofAnybody(tenantId, resource.id)
        : principal.type === 'user'
          ? await ofUser(tenantId, principal, resource.id)
          : principal.organizationId
            ? await ofMachineInOrganization(tenantId, principal, resource.id)
            : await ofMachine.get(tenantId, `${principal.id}/${resource.id}`);
      return { accessTokenTtl: resource.accessTokenTtl, scopes: await narrowed(scopes) };
    },
  };
};
