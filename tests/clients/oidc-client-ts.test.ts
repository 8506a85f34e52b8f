// oidc-client-ts, the client most single-page applications use, with its storage in memory.
import { InMemoryWebStorage, OidcClient, type RefreshState, WebStorageStateStore } from 'oidc-client-ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { managementApi } from '../harness/api.ts';
import { type Application, newApplication } from '../harness/applications.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { experience } from '../harness/sign-in.ts';
import { newVisitor } from '../harness/visitor.ts';

const redirectUri = 'https://spa.example.com/callback';
const goodbye = 'https://spa.example.com/bye';

describe('oidc-client-ts', () => {
  let server: TestServer;
  let app: Application;
  const visitor = newVisitor();
  const store = new InMemoryWebStorage();

  beforeAll(async () => {
    server = await useServer();
    app = await newApplication(await managementApi(server), {
      type: 'SPA',
      redirectUris: [redirectUri],
      postLogoutRedirectUris: [goodbye],
    });
  });

  const newClient = (scope = 'openid profile offline_access') =>
    new OidcClient({
      authority: `${server.base('default')}/oidc`,
      client_id: app.id,
      redirect_uri: redirectUri,
      post_logout_redirect_uri: goodbye,
      scope,
      prompt: 'consent',
      loadUserInfo: true,
      stateStore: new WebStorageStateStore({ store }),
    });

  it('signs in, reads userinfo, refreshes and signs out', async () => {
    const client = newClient();
    const request = await client.createSigninRequest({ state: { page: '/cart' }, nonce: 'once' });
    await visitor.follow(request.url);
    const next = await experience(visitor, server.base('default')).register('spauser');
    const { url: back } = await visitor.follow(next, [redirectUri]);

    const signedIn = await client.processSigninResponse(back);
    expect(signedIn).toMatchObject({
      userState: { page: '/cart' },
      token_type: 'Bearer',
      scope: 'openid profile offline_access',
    });
    expect(signedIn.profile).toMatchObject({ iss: `${server.base('default')}/oidc`, aud: app.id, username: 'spauser' });

    const state = {
      refresh_token: signedIn.refresh_token ?? '',
      id_token: signedIn.id_token,
      scope: signedIn.scope,
      profile: signedIn.profile,
      session_state: null,
      data: undefined,
    } as RefreshState;
    const renewed = await client.useRefreshToken({ state });
    expect(renewed.access_token).not.toBe(signedIn.access_token);
    expect(renewed.refresh_token).not.toBe(signedIn.refresh_token);

    const signout = await client.createSignoutRequest({ id_token_hint: renewed.id_token ?? '', state: 'later' });
    const page = await visitor.get(signout.url, { accept: 'text/html' });
    const action = /action="([^"]+)"/.exec(page.body)?.[1] ?? '';
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
    const done = await visitor.send('POST', action, { form: { xsrf, logout: 'yes' } });
    const answer = await client.processSignoutResponse(done.headers.get('location') ?? '');
    expect(answer.userState).toBe('later');
  });

  it('receives a refusal in the response', async () => {
    const client = newClient();
    const request = await client.createSigninRequest({ prompt: 'none' });
    const { url: back } = await newVisitor().follow(request.url, [redirectUri]);
    await expect(client.processSigninResponse(back)).rejects.toMatchObject({ error: 'login_required' });
  });

  it('rejects an unsolicited response', async () => {
    const client = newClient();
    await expect(client.processSigninResponse(`${redirectUri}?code=stolen&state=unknown`)).rejects.toThrow(
      'No matching state',
    );
  });
});
