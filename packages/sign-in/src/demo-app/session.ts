// Session of the live preview: sign-in, refresh and sign-out.
import * as oauth from 'oauth4webapi';
import type { Page } from '../boot/page.ts';
import { newRequest, oidcClient, type SignInRequest } from '../oidc-client.ts';

const scope = 'openid profile email phone custom_data identities offline_access';
/** Parameters that can be added to the preview's URL to try them out. */
const passedOn = [
  ...['first_screen', 'ui_locales', 'login_hint', 'identifier', 'direct_sign_in', 'organization_id'],
  'one_time_token',
];

export const requestParameters = (search: string) =>
  [...new URLSearchParams(search)].filter(([name]) => passedOn.includes(name));

export type Tokens = { idToken: string; refreshToken: string | undefined; claims: oauth.IDToken };
type Stored = { tokens: Tokens; request: SignInRequest; 'signed-out': true };

const tokensOf = (result: oauth.TokenEndpointResponse, before?: Tokens): Tokens => ({
  idToken: result.id_token ?? before?.idToken ?? '',
  refreshToken: result.refresh_token ?? before?.refreshToken,
  claims: oauth.getValidatedIdTokenClaims(result) ?? before?.claims ?? { iss: '', sub: '', aud: '', iat: 0, exp: 0 },
});

export type DemoSession = ReturnType<typeof demoSession>;

export const demoSession = (page: Page, parameters: [string, string][]) => {
  const { base, namespace } = page;
  const client = oidcClient(page, { client_id: 'demo-app' }, '/demo-app');
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

  const start = async () => {
    const request = newRequest();
    // A refresh token requires `prompt=consent`.
    const url = await client.authorizationUrl(request, { ...Object.fromEntries(parameters), scope, prompt: 'consent' });
    set('request', request);
    set('signed-out', undefined);
    location.replace(url);
  };

  const finish = async (answer: URLSearchParams) => {
    const request = get('request');
    if (!request) throw new Error('No sign-in is in progress');
    set('request', undefined);
    return keep(tokensOf(await client.exchange(answer, request)));
  };

  const refresh = async (tokens: Tokens) => keep(tokensOf(await client.refresh(tokens.refreshToken ?? ''), tokens));

  const signOut = async ({ idToken }: Tokens) => {
    const url = await client.endSessionUrl(idToken, '/demo-app');
    set('tokens', undefined);
    set('signed-out', true);
    location.assign(url);
  };

  return {
    start,
    finish,
    refresh,
    signOut,
    /** The account pages with a way back, if the tenant has them. */
    accountPages: page.injected?.hasAccountPages
      ? `${base}/account?${new URLSearchParams({ return_to: `${location.origin}${base}/demo-app` })}`
      : undefined,
    tokens: () => get('tokens'),
    isSignedOut: () => get('signed-out') === true,
  };
};
