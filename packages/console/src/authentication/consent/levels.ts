// Permissions of a third-party application by level: granted by users for themselves, or on behalf of an organization.
// Each level has its own permissions and API permissions.
import type { ConsentScopes } from '@tessera/contract/consent-scopes';
import type { PermissionGroup } from '../../kit/permission-groups.ts';

export type Level = 'user' | 'organization';
/** Path segments in the API. */
export type ScopeType = 'user-scopes' | 'resource-scopes' | 'organization-scopes' | 'organization-resource-scopes';

export type GrantedPermission = { id: string; name: string; description: string | null };
export type GrantedGroup = {
  id: string;
  /** `null`: the level's own permissions. */
  name: string | null;
  type: ScopeType;
  permissions: GrantedPermission[];
};

type DescribeUserScope = (scope: string) => string;

/** Granted permissions as listed: the level's own, then those of each API. */
export function grantedGroups(scopes: ConsentScopes, level: Level, describe: DescribeUserScope): GrantedGroup[] {
  const isUser = level === 'user';
  const own: GrantedPermission[] = isUser
    ? scopes.userScopes.map((name) => ({ id: name, name, description: describe(name) }))
    : scopes.organizationScopes;
  const ofApis = isUser ? scopes.resourceScopes : scopes.organizationResourceScopes;
  return [
    { id: '', name: null, type: isUser ? 'user-scopes' : 'organization-scopes', permissions: own } as const,
    ...ofApis.map(({ resource, scopes: permissions }) => ({
      id: resource.id,
      name: resource.name,
      type: isUser ? ('resource-scopes' as const) : ('organization-resource-scopes' as const),
      permissions,
    })),
  ].filter(({ permissions }) => permissions.length > 0);
}

type ListedApi = {
  id: string;
  name: string;
  indicator: string;
  scopes?: GrantedPermission[] | undefined;
};

/** API permissions that can still be added. Third-party applications cannot use the Management API. */
export function apisLeft(
  apis: readonly ListedApi[],
  granted: ConsentScopes['resourceScopes'],
  isManagement: (indicator: string) => boolean,
): PermissionGroup[] {
  const held = new Set(granted.flatMap(({ scopes }) => scopes.map(({ id }) => id)));
  return apis
    .filter(({ indicator }) => !isManagement(indicator))
    .map(({ id, name, scopes = [] }) => ({ id, name, permissions: scopes.filter((scope) => !held.has(scope.id)) }))
    .filter(({ permissions }) => permissions.length > 0);
}

/** The level's own permissions that can still be added, as one unnamed group. */
export function ownLeft(all: readonly GrantedPermission[], granted: ReadonlySet<string>): PermissionGroup[] {
  const permissions = all.filter(({ id }) => !granted.has(id));
  return permissions.length === 0 ? [] : [{ id: 'own', name: null, permissions }];
}
