// The authorization request of the console's sign-in.
import { tenantScopes } from '@tessera/contract/tenant-scopes';
import * as oauth from 'oauth4webapi';
import type { Settings } from './settings.ts';

export type Attempt = { state: string; nonce: string; verifier: string };

export const client: oauth.Client = { client_id: 'admin-console' };

const commonScopes = ['openid', 'offline_access', 'profile', 'email', 'identities', 'custom_data'];
/** The API resources that every console session requests. */
export const apisOf = ({ capabilities, wire }: Settings) => [
  capabilities.hasManyTenants ? wire.cloudResource : wire.managementResource('default'),
  wire.meResource,
];

function requestedAccess(settings: Settings) {
  const { capabilities, wire } = settings;
  const scopes = [...commonScopes, wire.organizationsScope, wire.organizationRolesScope, 'all'];
  if (!capabilities.hasManyTenants) return { scopes, resources: apisOf(settings) };
  return {
    scopes: [...scopes, 'create:tenant', 'manage:tenant:self', ...tenantScopes],
    resources: [...apisOf(settings), wire.organizationsResource],
  };
}

export const newAttempt = (): Attempt => ({
  state: oauth.generateRandomState(),
  nonce: oauth.generateRandomNonce(),
  verifier: oauth.generateRandomCodeVerifier(),
});

/** How a sign-in request differs from the default. */
export type SignInWish = {
  signUp?: boolean;
  prompt?: 'consent';
  /** Extra parameters for the sign-in pages, such as a login hint. */
  extra?: Readonly<Record<string, string>>;
};
type Request = SignInWish & { endpoint: string; redirectUri: string; attempt: Attempt };

export async function authorizationUrl(settings: Settings, request: Request) {
  const { endpoint, redirectUri, attempt, signUp = false, prompt = 'login consent', extra = {} } = request;
  const { scopes, resources } = requestedAccess(settings);
  const parameters = new URLSearchParams({
    client_id: client.client_id,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: scopes.join(' '),
    prompt,
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: 'S256',
    ...(signUp && { first_screen: 'register', interaction_mode: 'signUp' }),
    ...extra,
  });
  for (const resource of resources) parameters.append('resource', resource);
  const url = new URL(endpoint);
  url.search = parameters.toString();
  return url;
}
