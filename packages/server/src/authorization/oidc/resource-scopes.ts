// Resolves the scopes of an API resource offered to a principal, for all grants; a scope not offered here is in no
// token, regardless of earlier requests and grants.
import type { Wire } from '@tessera/contract/wire';
import { createCache } from '../../infrastructure/cache/cache.ts';
import type { Invalidation } from '../../infrastructure/cache/invalidation.ts';
import type { Databases } from '../../infrastructure/database/tenant-database.ts';
import { heldOrganizationScopes, heldScopes } from './held-scopes.ts';
import { defaultAccessTokenLifetime } from './lifetimes.ts';
import { countingOrganizations } from './memberships.ts';
import { configuredOrganizationScopes, configuredScopes } from './third-party-scopes.ts';

export type KnownResource = { id: string; indicator: string; accessTokenTtl: number };
/** With an organization, the roles held there count; without, a user's roles in all organizations that allow a token. */
export type Principal = {
  type: 'user' | 'application';
  id: string;
  organizationId?: string | undefined;
  /** A token is about to be issued; otherwise the user is still being asked for consent. */
  isToken?: boolean;
};
/** The application acting on a user's behalf. */
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

  /** In an organization, the roles held there count instead. */
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

  const ofUser = async (
    tenantId: string,
    { id, organizationId, isToken }: Principal,
    resourceId: string,
    asking: AskingApplication | undefined,
  ): Promise<string[]> => {
    const db = databases.of(tenantId);
    const thirdPartyId = asking?.isThirdParty ? asking.id : undefined;
    // During consent, the user may still choose any of their organizations, and set up MFA later.
    const counting = isToken ? countingOrganizations(db, id, { organizationId, thirdPartyId }) : undefined;
    const [held, configured] = await Promise.all([
      heldScopes(db, id, resourceId, counting),
      thirdPartyId ? configuredScopes(db, thirdPartyId, resourceId) : undefined,
    ]);
    const allowed = configured ? held.filter((scope) => configured[scope.level].has(scope.id)) : held;
    return [...new Set(allowed.map(({ name }) => name))];
  };

  /** All scopes of a resource, which an authorization request may name before sign-in. */
  const ofAnybody = async (tenantId: string, resourceId: string): Promise<string[]> => {
    const rows = await databases
      .of(tenantId)
      .selectFrom('scopes')
      .select('name')
      .where('resourceId', '=', resourceId)
      .execute();
    return rows.map(({ name }) => name);
  };

  /** The whole template can be requested; a token has only what the user holds. */
  const ofOrganizations = async (
    tenantId: string,
    principal: Principal | undefined,
    asking: AskingApplication | undefined,
  ): Promise<string[]> => {
    const db = databases.of(tenantId);
    // Machine-to-machine applications request organization tokens by organization, not by template scopes.
    if (principal?.type === 'application') return [];
    const template = async () =>
      (await db.selectFrom('organizationScopes').select('name').execute()).map(({ name }) => name);
    const thirdPartyId = asking?.isThirdParty ? asking.id : undefined;
    const held = async ({ id, organizationId }: Principal) =>
      heldOrganizationScopes(db, id, countingOrganizations(db, id, { organizationId, thirdPartyId }));
    const scopes = principal?.isToken ? await held(principal) : await template();
    if (!thirdPartyId) return scopes;
    const configured = await configuredOrganizationScopes(db, thirdPartyId);
    return scopes.filter((scope) => configured.has(scope));
  };

  const ofResource = (
    tenantId: string,
    principal: Principal | undefined,
    resourceId: string,
    asking: AskingApplication | undefined,
  ): Promise<string[]> => {
    if (!principal) return ofAnybody(tenantId, resourceId);
    if (principal.type === 'user') return ofUser(tenantId, principal, resourceId, asking);
    return principal.organizationId
      ? ofMachineInOrganization(tenantId, principal, resourceId)
      : ofMachine.get(tenantId, `${principal.id}/${resourceId}`);
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
      if (indicator === wire.organizationsResource) {
        const scopes = await ofOrganizations(tenantId, principal, asking);
        return { accessTokenTtl: defaultAccessTokenLifetime, scopes };
      }
      const resource = (await resources.get(tenantId, 'all')).byIndicator.get(indicator);
      if (!resource) return undefined;
      const scopes = await ofResource(tenantId, principal, resource.id, asking);
      return { accessTokenTtl: resource.accessTokenTtl, scopes };
    },
  };
};
