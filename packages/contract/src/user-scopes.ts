// OpenID Connect scopes available to third-party applications, by their database names. On the wire two of them carry
// the namespace.
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
