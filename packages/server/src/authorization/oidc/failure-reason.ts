// Why a request of an application failed, in few words that an administrator can act on. The library's errors are told
// apart by their texts, which name the cause.
import type { ApplicationFailure } from '@tessera/contract/application-failures';

export type Failure = {
  message: string;
  error_description?: string | undefined;
  error_detail?: string | undefined;
  scope?: string | undefined;
};
/** What the request named. */
export type Asked = {
  redirectUri?: string | undefined;
  resource?: string | undefined;
  grant?: string | undefined;
  origin?: string | undefined;
};
export type FailureReason = { reason: ApplicationFailure; detail: string };
type Rule = [ApplicationFailure, RegExp, ((asked: Asked, failure: Failure) => string | undefined)?];

const mostOfText = 256;

/** Part of a flow that works: the application asks whether a user is signed in, or a device waits for its user. */
const expected = new Set([
  ...['login_required', 'consent_required', 'interaction_required', 'account_selection_required'],
  ...['authorization_pending', 'slow_down', 'expired_token', 'use_dpop_nonce', 'temporarily_unavailable'],
]);

const textOf = ({ error_detail, error_description = '' }: Failure) => error_detail ?? error_description;

/** The first that fits. Each is compared with the error and its text. */
const rules: readonly Rule[] = [
  [
    'redirect_uri_not_registered',
    /redirect_uri did not match any|redirect_uris must contain members/,
    ({ redirectUri }) => redirectUri,
  ],
  ['redirect_uri_missing', /^invalid_request missing required .*redirect_uri/],
  ['redirect_uri_mismatch', /^invalid_grant .*redirect_uri mismatch/],
  ['origin_not_allowed', /^invalid_request origin .* not allowed for client/, ({ origin }) => origin],
  ['scope_not_allowed', /^(?:invalid|insufficient)_scope /, (_, { scope }) => scope],
  ['api_not_found', /^invalid_target /, ({ resource }) => resource],
  ['grant_not_allowed', /^(?:unsupported_(?:grant|response)_type|unauthorized_client) /, ({ grant }) => grant],
  ['grant_not_allowed', / is not allowed for this client$/, ({ grant }) => grant],
  ['pkce_missing', /requires PKCE|code_challenge(?:_method)? must be provided|value of code_challenge_method/],
  ['pkce_failed', /code_verifier|code_challenge/],
  ['pushed_request_required', /Pushed Authorization Request must be used/],
  ['pushed_request_invalid', /^invalid_request_uri /],
  ['secret_expired', /client secret has expired/],
  ['secret_wrong', /^invalid_client invalid secret/],
  ['client_authentication_wrong', /^invalid_client |client authentication|authorization header value/],
  ['dpop_proof_invalid', /^invalid_dpop_proof |DPoP|jkt verification/],
  ['exchanged_token_invalid', /^invalid_grant .*(?:subject|actor|personal access) token/],
  ['code_invalid', /^invalid_grant .*(?:authorization code|AuthorizationCode|device code|DeviceCode)/],
  ['refresh_token_invalid', /^invalid_grant .*(?:refresh token|RefreshToken|grant not found|grant is expired)/],
  ['access_denied', /^access_denied /, (_, failure) => textOf(failure).slice(0, mostOfText)],
];

/** `undefined` for what is no failure of the application. */
export const failureReason = (failure: Failure, asked: Asked): FailureReason | undefined => {
  if (expected.has(failure.message)) return undefined;
  const text = textOf(failure);
  const rule = rules.find(([, pattern]) => pattern.test(`${failure.message} ${text}`));
  if (!rule) return { reason: 'request_invalid', detail: text.slice(0, mostOfText) };
  const [reason, , detailOf] = rule;
  return { reason, detail: detailOf?.(asked, failure) ?? '' };
};
