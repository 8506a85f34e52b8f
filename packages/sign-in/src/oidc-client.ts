// OpenID Connect client of the built-in applications: authorization code flow with PKCE.
import * as oauth from 'oauth4webapi';
import type { Page } from './boot/page.ts';

/** Kept by the caller until the response arrives. */
export type SignInRequest = { verifier: string; state: string; nonce: string };

export const newRequest = (): SignInRequest => ({
  verifier: oauth.generateRandomCodeVerifier(),
  state: oauth.generateRandomState(),
  nonce: oauth.generateRandomNonce(),
});

/** Users see the description; it says more than the code. */
export const reasonOf = (error: unknown) =>
  error instanceof oauth.AuthorizationResponseError ? (error.error_description ?? error.error) : '';

export const oidcClient = ({ base }: Page, client: oauth.Client, callback: string) => {
  const redirectUri = `${location.origin}${base}${callback}`;
  const issuer = new URL(`${location.origin}${base}/oidc`);
  // Development servers use plain http.
  const options = { [oauth.allowInsecureRequests]: location.protocol === 'http:' };
  const discover = async () =>
    oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, { algorithm: 'oidc', ...options }));

  const authorizationUrl = async ({ verifier, state, nonce }: SignInRequest, parameters: Record<string, string>) => {
    const { authorization_endpoint: endpoint = '' } = await discover();
    const url = new URL(endpoint);
    url.search = new URLSearchParams({
      ...parameters,
      client_id: client.client_id,
      redirect_uri: redirectUri,
      response_type: 'code',
      state,
      nonce,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }).toString();
    return url;
  };

  const exchange = async (answer: URLSearchParams, { verifier, state, nonce }: SignInRequest) => {
    const server = await discover();
    const checked = oauth.validateAuthResponse(server, client, answer, state);
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.None(),
      checked,
      redirectUri,
      verifier,
      options,
    );
    const expected = { expectedNonce: nonce, requireIdToken: true };
    return oauth.processAuthorizationCodeResponse(server, client, response, expected);
  };

  const refresh = async (refreshToken: string) => {
    const server = await discover();
    const response = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), refreshToken, options);
    return oauth.processRefreshTokenResponse(server, client, response);
  };

  const endSessionUrl = async (idToken: string, page: string) => {
    const { end_session_endpoint: endpoint = '' } = await discover();
    const url = new URL(endpoint);
    url.search = new URLSearchParams({
      id_token_hint: idToken,
      client_id: client.client_id,
      post_logout_redirect_uri: `${location.origin}${base}${page}`,
    }).toString();
    return url;
  };

  return { authorizationUrl, exchange, refresh, endSessionUrl };
};
