// Steps and problems of enterprise SSO connector tests. Without schemas, since connectors name them, too.
import type { SsoProviderType } from './sso-connectors.ts';

const oidcSteps = ['discovery', 'keys', 'redirect', 'sign_in', 'token', 'id_token', 'attributes', 'user'] as const;
const samlSteps = ['metadata', 'redirect', 'response', 'signature', 'audience', 'clock', 'attributes', 'user'] as const;

/** In the order in which a sign-in takes them. */
export const ssoTestSteps = { oidc: oidcSteps, saml: samlSteps } as const satisfies Record<SsoProviderType, unknown>;
export const ssoTestStepNames = [
  ...oidcSteps,
  'metadata',
  'response',
  'signature',
  'audience',
  'clock',
] as const satisfies readonly ((typeof oidcSteps)[number] | (typeof samlSteps)[number])[];
export type SsoTestStepName = (typeof ssoTestStepNames)[number];

/** Named like their texts. */
export const ssoTestProblems = [
  ...['unreachable', 'not_found', 'not_discovery', 'insecure_endpoint', 'issuer_mismatch', 'no_keys'],
  ...['issuer_too_long', 'not_metadata', 'no_certificate', 'not_certificate', 'too_many_certificates'],
  ...['client_not_allowed', 'scope_rejected', 'redirect_uri_rejected', 'access_denied', 'provider_error'],
  ...['client_secret_rejected', 'code_rejected', 'no_id_token', 'invalid_response'],
  ...['signature_invalid', 'algorithm_not_supported', 'issuer_differs', 'audience_differs', 'clock_differs'],
  ...['nonce_missing', 'token_invalid', 'userinfo_failed', 'subject_differs'],
  ...['acs_url_differs', 'request_differs', 'signature_missing', 'signature_unusual', 'decryption_failed'],
  ...['assertion_unusual', 'name_id_missing', 'name_id_transient', 'attribute_missing'],
  ...['email_missing', 'email_not_verified', 'issuer_shared', 'email_of_other_domain'],
  ...[
    'sso_disabled',
    'sign_in_only',
    'registration_only',
    'user_suspended',
    'identity_differs',
    'email_blocked',
    'refused',
  ],
] as const;
export type SsoTestProblem = (typeof ssoTestProblems)[number];

/** `redirectUri` and `audience` are values to register at the provider: for SAML, our ACS URL and our entity ID. */
export const ssoTestFields = [
  ...['issuer', 'clientId', 'clientSecret', 'scope', 'trustUnverifiedEmail'],
  ...['metadataUrl', 'metadata', 'signInEndpoint', 'entityId', 'x509Certificate', 'attributeMapping'],
  ...['domains', 'redirectUri', 'audience'],
] as const;
export type SsoTestField = (typeof ssoTestFields)[number];
