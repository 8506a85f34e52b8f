// Words of SAML applications. Without a schema, since the console needs them as values.
import type { UserScope } from './user-scopes.ts';

/** Claims that an assertion can contain as attributes, each with the scope that owns it. */
const scopes = {
  sub: 'openid',
  name: 'profile',
  given_name: 'profile',
  family_name: 'profile',
  middle_name: 'profile',
  nickname: 'profile',
  preferred_username: 'profile',
  profile: 'profile',
  picture: 'profile',
  website: 'profile',
  email: 'email',
  email_verified: 'email',
  gender: 'profile',
  birthdate: 'profile',
  zoneinfo: 'profile',
  locale: 'profile',
  phone_number: 'phone',
  phone_number_verified: 'phone',
  address: 'address',
  updated_at: 'profile',
  username: 'profile',
  roles: 'roles',
  organizations: 'organizations',
  organization_data: 'organizations',
  organization_roles: 'organization_roles',
  custom_data: 'custom_data',
  identities: 'identities',
  sso_identities: 'identities',
  created_at: 'profile',
} as const satisfies Record<string, UserScope | 'openid'>;

export type SamlClaim = keyof typeof scopes;
export const samlClaims = Object.keys(scopes) as [SamlClaim, ...SamlClaim[]];
export const scopeOfClaim = (claim: SamlClaim): UserScope | 'openid' => scopes[claim];

export const nameIdFormats = [
  'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
] as const;
export type NameIdFormat = (typeof nameIdFormats)[number];

export const postBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST';
export const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
