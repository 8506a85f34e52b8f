// The OpenID Connect scopes an application of somebody else may be allowed to ask for, by the names they have in the
// database. On the wire two of them carry the namespace.
import type { Wire } from './wire.ts';

export const userScopes = [
  'profile',
  'email',
  'phone',
  'address',
  'custom_data',
  'identities',
  'roles',
  'organizations',
  'organization_roles',
] as const;
export type UserScope = (typeof userScopes)[number];

export const wireScope = (
  wire: Pick<Wire, 'organizationsScope' | 'organizationRolesScope'>,
  name: UserScope | string,
): string => {
  if (name === 'organizations') return wire.organizationsScope;
  return name === 'organization_roles' ? wire.organizationRolesScope : name;
};
