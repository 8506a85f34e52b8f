// Revocation is immediate for sessions, refresh tokens and opaque tokens.
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type Application, newApplication } from '../harness/applications.ts';
import { announce } from '../harness/permissions.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { authorizeAgain, refresh } from '../harness/session.ts';
import { obtainTokens, type TokenSet, tokenRequest } from '../harness/sign-in.ts';
import { newVisitor, type Visitor } from '../harness/visitor.ts';

describe('A61 revocation', () => {
  let server: TestServer;
  let api: ManagementApi;
  let base: string;
  let client: Application;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    base = server.base('default');
    client = await newApplication(api, { type: 'SPA' });
  });

  type SignedIn = { visitor: Visitor; tokens: TokenSet; application: Application };
  const signedIn = async (username: string, application = client): Promise<SignedIn> => ({
    ...(await obtainTokens({ base, client: application, username, register: true })),
    application,
  });
  /** Which of session, refresh token and opaque token still work. */
  const alive = async ({ visitor, tokens, application }: SignedIn) => {
    const silent = await authorizeAgain({ base, client: application, visitor, prompt: 'none', scope: 'openid' });
    const again = await refresh(base, application, tokens.refresh_token);
    const userinfo = await newVisitor({ authorization: `Bearer ${tokens.access_token}` }).get(`${base}/oidc/me`);
    return { session: silent.response.has('code'), refresh: again.status === 200, token: userinfo.status === 200 };
  };
  const nothing = { session: false, refresh: false, token: false };
  const change = (sql: string, username: string) => server.query(sql, [username]);

  it('everything works while nothing happens', async () => {
    expect(await alive(await signedIn('control'))).toEqual({ session: true, refresh: true, token: true });
  });

  it('of a suspended user', async () => {
    const person = await signedIn('suspended');
    await change(`update users set is_suspended = true where username = $1`, 'suspended');
    expect(await alive(person)).toEqual(nothing);
  });

  it('of a deleted user', async () => {
    const person = await signedIn('deleted');
    await change(`delete from users where username = $1`, 'deleted');
    expect(await alive(person)).toEqual(nothing);
  });

  it('of a session whose row is deleted', async () => {
    const person = await signedIn('forgotten');
    await change(
      `delete from oidc_model_instances where model_name = 'Session'
       and account_id = (select id from users where username = $1)`,
      'forgotten',
    );
    expect((await alive(person)).session).toBe(false);
  });

  it('of a grant, with one of its tokens', async () => {
    const { tokens } = await signedIn('revoked');
    const revoked = await newVisitor().send('POST', `${base}/oidc/token/revocation`, {
      form: { token: tokens.refresh_token ?? '', client_id: client.clientId },
    });
    expect(revoked.status).toBe(200);
    expect((await refresh(base, client, tokens.refresh_token)).body.error).toBe('invalid_grant');
    const userinfo = await newVisitor({ authorization: `Bearer ${tokens.access_token}` }).get(`${base}/oidc/me`);
    expect(userinfo.status).toBe(401);
  });

  it('of a browser that signs out', async () => {
    const { visitor, application } = await signedIn('leaving');
    const page = await visitor.get(`${base}/oidc/session/end`, { accept: 'text/html' });
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
    const cookies = visitor
      .cookies()
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
    const ended = await visitor.send('POST', `${base}/oidc/session/end/confirm`, { form: { xsrf, logout: 'yes' } });
    expect(ended.status).toBe(303);
    // A copy of the cookies is useless, too.
    const thief = newVisitor({ cookie: cookies });
    const silent = await authorizeAgain({ base, client: application, visitor: thief, prompt: 'none', scope: 'openid' });
    expect(silent.response.get('error')).toBe('login_required');
  });

  it('of a deleted application', async () => {
    const application = await newApplication(api, { type: 'SPA' });
    const { tokens, visitor } = await signedIn('orphan', application);
    expect((await api.call('DELETE', `/applications/${application.id}`)).status).toBe(204);
    const again = await refresh(base, application, tokens.refresh_token);
    expect([again.status, again.body.error]).toEqual([401, 'invalid_client']);
    const userinfo = await newVisitor({ authorization: `Bearer ${tokens.access_token}` }).get(`${base}/oidc/me`);
    expect(userinfo.status).toBe(401);
    const { landed } = await authorizeAgain({ base, client: application, visitor, prompt: 'none' });
    expect(landed.answer?.status).toBe(400);
  });

  it('of a deleted secret', async () => {
    const machine = await newApplication(api, { type: 'MachineToMachine' });
    const token = () =>
      tokenRequest(base, machine, { grant_type: 'client_credentials', resource: 'https://default.tessera.app/api' });
    expect((await token()).status).toBe(200);
    await api.call('DELETE', `/applications/${machine.id}/secrets/${encodeURIComponent('Default secret')}`);
    expect((await token()).status).toBe(401);
  });

  it('of a suspended tenant, while it is suspended', async () => {
    const set = async (value: boolean) => {
      await server.query(`update tenants set is_suspended = $1 where id = 'default'`, [value]);
      await announce(server, 'admin', 'tenants');
    };
    await set(true);
    const get = (path: string) => newVisitor({ authorization: `Bearer ${api.token}` }).get(`${base}${path}`);
    try {
      await expect.poll(async () => (await get('/api/applications')).status, { timeout: 15_000 }).toBe(403);
      for (const path of [
        '/oidc/.well-known/openid-configuration',
        '/oidc/jwks',
        '/api/.well-known/sign-in-exp',
        '/unknown-session',
      ]) {
        expect((await get(path)).status, path).toBe(403);
      }
    } finally {
      await set(false);
    }
    await expect.poll(async () => (await get('/api/applications')).status, { timeout: 15_000 }).toBe(200);
  });
});
