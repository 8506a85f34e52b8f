// The OpenID Connect scopes of the product and the claims each one brings.
import type { Wire } from '@tessera/contract/wire';

/** Claims in the ID token and in userinfo, by scope. */
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

/** Too large, or too private, for a token that travels: only the userinfo endpoint returns them. */
export const userinfoOnlyClaims = new Set(['custom_data', 'identities', 'sso_identities', 'organization_data']);
