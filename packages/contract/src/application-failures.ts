// Reasons why requests of applications fail. Without a schema, since the console needs them as values.
export const applicationFailures = [
  'redirect_uri_not_registered',
  'redirect_uri_missing',
  'redirect_uri_mismatch',
  'origin_not_allowed',
  'scope_not_allowed',
  'api_not_found',
  'grant_not_allowed',
  'pkce_missing',
  'pkce_failed',
  'pushed_request_required',
  'pushed_request_invalid',
  'secret_wrong',
  'secret_expired',
  'client_authentication_wrong',
  'code_invalid',
  'refresh_token_invalid',
  'exchanged_token_invalid',
  'dpop_proof_invalid',
  'access_denied',
  'request_invalid',
] as const;
export type ApplicationFailure = (typeof applicationFailures)[number];
