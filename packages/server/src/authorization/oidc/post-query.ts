// The parameters of a POST are in its body. A parameter in the query as well would be ambiguous, so such a request is
// rejected as a duplicate parameter.
import type Provider from 'oidc-provider';
import { extraParameterNames } from './extra-parameters.ts';

const ofRequests = [
  ...['client_id', 'client_secret', 'client_assertion', 'client_assertion_type', 'grant_type', 'code', 'code_verifier'],
  ...['redirect_uri', 'refresh_token', 'scope', 'resource', 'organization_id', 'token', 'token_type_hint'],
  ...['subject_token', 'subject_token_type', 'actor_token', 'actor_token_type', 'requested_token_type', 'audience'],
  ...[
    'response_type',
    'response_mode',
    'state',
    'nonce',
    'prompt',
    'max_age',
    'display',
    'acr_values',
    'id_token_hint',
  ],
  ...['code_challenge', 'code_challenge_method', 'request', 'request_uri', 'username', 'password', 'xsrf', 'logout'],
  ...['device_code', 'user_code', 'confirm', 'abort', 'dpop_jkt'],
];
const names = new Set([...ofRequests, ...extraParameterNames]);

export const refuseParametersInQueryOfPost = (provider: Provider) => {
  provider.use(async (ctx, next) => {
    const doubled = ctx.method === 'POST' && Object.keys(ctx.query).find((name) => names.has(name));
    if (!doubled) return next();
    ctx.status = 400;
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { error: 'invalid_request', error_description: `'${doubled}' must be in the body of the request` };
  });
};
