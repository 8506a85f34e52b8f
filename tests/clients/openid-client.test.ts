// openid-client, a strict certified client, with the whole protocol.
import * as oidc from 'openid-client';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type Application, newApplication } from '../harness/applications.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { experience } from '../harness/sign-in.ts';
import { newVisitor, type Visitor } from '../harness/visitor.ts';

const redirectUri = 'https://shop.example.com/callback';
const goodbye = 'https://shop.example.com/bye';

describe('openid-client', () => {
  let server: TestServer;
  let api: ManagementApi;
  let confidential: Application;
  let publicClient: Application;
  const visitor = newVisitor();

  const discover = (app: Application, auth?: oidc.ClientAuth) =>
    oidc.discovery(new URL(`${server.base('default')}/oidc`), app.clientId, app.clientSecret || undefined, auth, {
      execute: [oidc.allowInsecureRequests],
    });

  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    const addresses = { redirectUris: [redirectUri], postLogoutRedirectUris: [goodbye] };
    confidential = await newApplication(api, { type: 'Traditional', ...addresses });
    publicClient = await newApplication(api, { type: 'SPA', ...addresses });
  });

  /** Signs in through the pages and returns the application's response. */
  const authorize = async (
    config: oidc.Configuration,
    more: Record<string, string> = {},
    browser: Visitor = visitor,
  ) => {
    const [verifier, state, nonce] = [oidc.randomPKCECodeVerifier(), oidc.randomState(), oidc.randomNonce()];
    const url = oidc.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: 'openid offline_access profile',
      prompt: 'consent',
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
      ...more,
    });
    const landed = await browser.follow(url.href, [redirectUri]);
    const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true };
    return { landed, exchange: (back = landed.url) => oidc.authorizationCodeGrant(config, new URL(back), checks) };
  };

  it.each(['client_secret_basic', 'client_secret_post'])(
    'signs in to a confidential application with %s',
    async (method) => {
      const config = await discover(
        confidential,
        method === 'client_secret_basic' ? oidc.ClientSecretBasic() : oidc.ClientSecretPost(),
      );
      const browser = newVisitor();
      const { landed, exchange } = await authorize(config, {}, browser);
      expect(new URL(landed.url).pathname).toBe('/sign-in');
      const next = await experience(browser, server.base('default')).register(method);
      const back = await browser.follow(next, [redirectUri]);
      const tokens = await exchange(back.url);
      expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'openid offline_access profile' });
      expect(tokens.claims()).toMatchObject({
        iss: `${server.base('default')}/oidc`,
        aud: confidential.id,
        username: method,
      });
      const subject = tokens.claims()?.sub ?? '';
      expect(await oidc.fetchUserInfo(config, tokens.access_token, subject)).toMatchObject({
        sub: subject,
        username: method,
      });
    },
  );

  it('signs in to a public application, refreshes and revokes', async () => {
    const config = await discover(publicClient, oidc.None());
    const first = await authorize(config);
    const next = await experience(visitor, server.base('default')).register('visitor');
    const back = await visitor.follow(next, [redirectUri]);
    const tokens = await first.exchange(back.url);
    const subject = tokens.claims()?.sub ?? '';

    const renewed = await oidc.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(renewed.claims()).toMatchObject({ sub: subject, aud: publicClient.id, username: 'visitor' });
    expect(renewed.refresh_token).not.toBe(tokens.refresh_token);
    expect(await oidc.fetchUserInfo(config, renewed.access_token, subject)).toMatchObject({ sub: subject });

    await oidc.tokenRevocation(config, renewed.refresh_token ?? '');
    await expect(oidc.refreshTokenGrant(config, renewed.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  it('signs in without a password while the session lasts, and with one on request', async () => {
    const config = await discover(confidential, oidc.ClientSecretBasic());
    const { landed, exchange } = await authorize(config, { prompt: '' });
    expect(landed.url.startsWith(`${redirectUri}?code=`)).toBe(true);
    expect((await exchange()).claims()).toMatchObject({ username: 'visitor' });
    const { landed: asked } = await authorize(config, { prompt: 'login' });
    expect(new URL(asked.url).pathname).toBe('/sign-in');
    const { landed: silent } = await authorize(config, { prompt: 'none' }, newVisitor());
    expect(new URL(silent.url).searchParams.get('error')).toBe('login_required');
  });

  it('introspects for the application that owns the token', async () => {
    const config = await discover(confidential, oidc.ClientSecretBasic());
    const { exchange } = await authorize(config);
    const tokens = await exchange();
    const seen = await oidc.tokenIntrospection(config, tokens.refresh_token ?? '');
    expect(seen).toMatchObject({ active: true, client_id: confidential.id, sub: tokens.claims()?.sub });
    await oidc.tokenRevocation(config, tokens.access_token);
    expect(await oidc.tokenIntrospection(config, tokens.access_token)).toEqual({ active: false });
    await expect(oidc.fetchUserInfo(config, tokens.access_token, oidc.skipSubjectCheck)).rejects.toMatchObject({
      status: 401,
    });
  });

  it('pushes an authorization request', async () => {
    const config = await discover(confidential, oidc.ClientSecretBasic());
    const url = await oidc.buildAuthorizationUrlWithPAR(config, {
      redirect_uri: redirectUri,
      scope: 'openid',
      state: 'here',
    });
    expect([...url.searchParams.keys()].sort()).toEqual(['client_id', 'request_uri']);
    const { url: back } = await visitor.follow(url.href, [redirectUri]);
    const tokens = await oidc.authorizationCodeGrant(config, new URL(back), {
      expectedState: 'here',
      idTokenExpected: true,
    });
    expect(tokens.claims()).toMatchObject({ aud: confidential.id });
  });

  it('signs out: the session ends and the browser returns with its state', async () => {
    const config = await discover(confidential, oidc.ClientSecretBasic());
    const { exchange } = await authorize(config, { scope: 'openid', prompt: '' });
    const tokens = await exchange();
    const url = oidc.buildEndSessionUrl(config, {
      id_token_hint: tokens.id_token ?? '',
      post_logout_redirect_uri: goodbye,
      state: 'see-you',
    });
    const page = await visitor.get(url.href, { accept: 'text/html' });
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const action = /action="([^"]+)"/.exec(page.body)?.[1] ?? '';
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
    expect(page.body).toContain('name="logout" value="yes"');
    const done = await visitor.send('POST', action, { form: { xsrf, logout: 'yes' } });
    expect([done.status, done.headers.get('location')]).toEqual([303, `${goodbye}?state=see-you`]);
    const { landed } = await authorize(config, { prompt: '' });
    expect(new URL(landed.url).pathname).toBe('/sign-in');
  });
});
