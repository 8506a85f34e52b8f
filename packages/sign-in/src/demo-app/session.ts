// The session of the live preview: authorization code with PKCE, refresh, and sign-out at the tenant's own provider.
import * as oauth from 'oauth4webapi';
import type { Page } from '../boot/page.ts';

const client: oauth.Client = { client_id: 'demo-app' };
const scope = 'openid profile email phone custom_data identities offline_access';
/** Parameters that shape the sign-in pages may be tried out by adding them to the address of the preview. */
const passedOn = [
  ...['first_screen', 'ui_locales', 'login_hint', 'identifier', 'direct_sign_in', 'organization_id'],
  'one_time_token',
];

export const requestParameters = (search: string) =>
  [...new URLSearchParams(search)].filter(([name]) => passedOn.includes(name));

export type Tokens = { idToken: string; refreshToken: string | undefined; claims: oauth.IDToken };
type Request = { verifier: string; state: string; nonce: string };
type Stored = { tokens: Tokens; request: Request; 'signed-out': true };

const tokensOf = (result: oauth.TokenEndpointResponse, before?: Tokens): Tokens => ({
  idToken: result.id_token ?? before?.idToken ?? '',
  refreshToken: result.refresh_token ?? before?.refreshToken,
  claims: oauth.getValidatedIdTokenClaims(result) ?? before?.claims ?? { iss: '', sub: '', aud: '', iat: 0, exp: 0 },
});

export type DemoSession = ReturnType<typeof demoSession>;

export const demoSession = ({ base, namespace }: Page, parameters: [string, string][]) => {
  const address = `${location.origin}${base}/demo-app`;
  const issuer = new URL(`${location.origin}${base}/oidc`);
  // Development servers speak plain http, and then so does the page itself.
  const options = { [oauth.allowInsecureRequests]: location.protocol === 'http:' };
  const key = (name: keyof Stored) => `${namespace}:${location.origin}${base}:demo-app:${name}`;

  const get = <N extends keyof Stored>(name: N): Stored[N] | undefined => {
    const text = sessionStorage.getItem(key(name));
    return text === null ? undefined : (JSON.parse(text) as Stored[N]);
  };
  const set = <N extends keyof Stored>(name: N, value: Stored[N] | undefined) => {
    if (value === undefined) sessionStorage.removeItem(key(name));
    else sessionStorage.setItem(key(name), JSON.stringify(value));
  };
  const keep = (tokens: Tokens) => {
    set('tokens', tokens);
    return tokens;
  };
  const discover = async () =>
    oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, { algorithm: 'oidc', ...options }));

  const start = async () => {
    const { authorization_endpoint: endpoint = '' } = await discover();
    const request = {
      verifier: oauth.generateRandomCodeVerifier(),
      state: oauth.generateRandomState(),
      nonce: oauth.generateRandomNonce(),
    };
    set('request', request);
    set('signed-out', undefined);
    const url = new URL(endpoint);
    url.search = new URLSearchParams({
      ...Object.fromEntries(parameters),
      client_id: client.client_id,
      redirect_uri: address,
      response_type: 'code',
      scope,
      // Without it the provider gives no refresh token.
      prompt: 'consent',
      state: request.state,
      nonce: request.nonce,
      code_challenge: await oauth.calculatePKCECodeChallenge(request.verifier),
      code_challenge_method: 'S256',
    }).toString();
    location.replace(url);
  };

  const finish = async (answer: URLSearchParams) => {
    const request = get('request');
    if (!request) throw new Error('No sign-in is in progress');
    set('request', undefined);
    const server = await discover();
    const checked = oauth.validateAuthResponse(server, client, answer, request.state);
    const { verifier, nonce } = request;
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.None(),
      checked,
      address,
      verifier,
      options,
    );
    const expected = { expectedNonce: nonce, requireIdToken: true };
    return keep(tokensOf(await oauth.processAuthorizationCodeResponse(server, client, response, expected)));
  };

  const refresh = async (tokens: Tokens) => {
    const server = await discover();
    const token = tokens.refreshToken ?? '';
    const response = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), token, options);
    return keep(tokensOf(await oauth.processRefreshTokenResponse(server, client, response), tokens));
  };

  const signOut = async ({ idToken }: Tokens) => {
    const { end_session_endpoint: endpoint = '' } = await discover();
    set('tokens', undefined);
    set('signed-out', true);
    const url = new URL(endpoint);
    url.search = new URLSearchParams({
      id_token_hint: idToken,
      client_id: client.client_id,
      post_logout_redirect_uri: address,
    }).toString();
    location.assign(url);
  };

  return {
    start,
    finish,
    refresh,
    signOut,
    tokens: () => get('tokens'),
    isSignedOut: () => get('signed-out') === true,
  };
};
