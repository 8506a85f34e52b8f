// Reasons of failed requests. The errors are thrown by the library or made as it makes them, so that an upgrade that
// changes a text is noticed.
import { errors } from 'oidc-provider';
import { expect, it } from 'vitest';
import { type Failure, failureReason } from './failure-reason.ts';

const asked = {
  redirectUri: 'https://evil.example/cb',
  resource: 'https://api.example.com',
  grant: 'implicit',
  origin: 'https://other.example',
};
const policy = 'Authorization Server policy requires PKCE to be used for this request';

it.each<[Failure, string, string]>([
  [new errors.InvalidRedirectUri(), 'redirect_uri_not_registered', asked.redirectUri],
  [new errors.InvalidRequest("missing required parameter 'redirect_uri'"), 'redirect_uri_missing', ''],
  [new errors.InvalidGrant('authorization code redirect_uri mismatch'), 'redirect_uri_mismatch', ''],
  [
    new errors.InvalidRequest('origin https://other.example not allowed for client: a'),
    'origin_not_allowed',
    asked.origin,
  ],
  [new errors.InvalidScope('requested scope is not allowed', 'email'), 'scope_not_allowed', 'email'],
  [new errors.InvalidTarget(), 'api_not_found', asked.resource],
  [new errors.UnsupportedGrantType(), 'grant_not_allowed', asked.grant],
  [new errors.InvalidRequest('requested grant type is not allowed for this client'), 'grant_not_allowed', asked.grant],
  [new errors.InvalidRequest(policy), 'pkce_missing', ''],
  [
    new errors.InvalidGrant({ cause: new Error('code_verifier does not match code_challenge') } as never),
    'pkce_failed',
    '',
  ],
  [new errors.InvalidRequest('Pushed Authorization Request must be used'), 'pushed_request_required', ''],
  [new errors.InvalidRequestUri('request_uri is invalid, expired, or was already used'), 'pushed_request_invalid', ''],
  [new errors.InvalidClientAuth('invalid secret provided'), 'secret_wrong', ''],
  [new errors.InvalidRequest('client secret has expired'), 'secret_expired', ''],
  [
    new errors.InvalidClientAuth('the provided authentication mechanism does not match'),
    'client_authentication_wrong',
    '',
  ],
  [new errors.InvalidGrant('authorization code not found'), 'code_invalid', ''],
  [new errors.InvalidGrant('AuthorizationCode already used'), 'code_invalid', ''],
  [new errors.InvalidGrant('refresh token already used'), 'refresh_token_invalid', ''],
  [new errors.InvalidGrant('subject token not found, expired or used'), 'exchanged_token_invalid', ''],
  [new errors.InvalidGrant('missing DPoP proof JWT'), 'dpop_proof_invalid', ''],
  [new errors.AccessDenied('user is not a member'), 'access_denied', 'user is not a member'],
  [
    new errors.InvalidRequest('unsupported prompt value requested'),
    'request_invalid',
    'unsupported prompt value requested',
  ],
])('%s is %s', (error, reason, detail) => {
  expect(failureReason(error, asked)).toEqual({ reason, detail });
});

it.each([
  new errors.LoginRequired(),
  new errors.ConsentRequired(),
  new errors.AuthorizationPending(),
  new errors.UseDpopNonce('nonce is required in the DPoP proof'),
])('%s is no failure of the application', (error) => {
  expect(failureReason(error, asked)).toBeUndefined();
});
