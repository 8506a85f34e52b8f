// The product's OpenID Connect scopes and their claims.
import type { Wire } from '@tessera/contract/wire';

/** Claims of the ID token and userinfo, by scope. */
export const claimsByScope = (wire: Wire) => ({
  openid: ['sub', 'sid', 'auth_time', 'iss'],
  profile: [
    'name',
    'family_name',
    'given_name',
    'middle_name',
    'nickname',
    'preferred_username',
    'profile',
    'picture',
    'website',
    'gender',
    'birthdate',
    'zoneinfo',
    'locale',
    'updated_at',
    'username',
    'created_at',
  ],
  email: ['email', 'email_verified'],
  phone: ['phone_number', 'phone_number_verified'],
  address: ['address'],
  roles: ['roles'],
  custom_data: ['custom_data'],
  identities: ['identities', 'sso_identities'],
  [wire.organizationsScope]: ['organizations', 'organization_data'],
  [wire.organizationRolesScope]: ['organization_roles'],
});

/** Too large or too private for a token, so returned only by the userinfo endpoint. */
export const userinfoOnlyClaims = new Set(['custom_data', 'identities', 'sso_identities', 'organization_data']);
