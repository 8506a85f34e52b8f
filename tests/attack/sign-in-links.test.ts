// Sign-in links of administrators: opened by scanners, and with addresses and applications that are not the tenant's.
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { outcome } from '../harness/interactions.ts';
import { begin, people, totpFactor, totpSecret } from '../harness/second-factors.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { newVisitor } from '../harness/visitor.ts';

describe('sign-in links', () => {
  let server: TestServer;
  let base: string;
  let api: ManagementApi;
  beforeAll(async () => {
    server = await useServer();
    base = server.base('default');
    api = await managementApi(server);
  });
  const create = async (email: string) =>
    (await api.call('POST', '/one-time-tokens', { email })).json() as { id: string; token: string };
  const statusOf = async (id: string) =>
    ((await api.call('GET', `/one-time-tokens/${id}`)).json() as { status: string }).status;

  it('R44 a scanner that opens the link does not use it up', async () => {
    const { id } = await create('scanned@example.com');
    for (const path of [
      '/account/link',
      '/account/link?app_id=demo-app',
      '/account/link?return_to=https://evil.example',
    ]) {
      const answer = await newVisitor().get(`${base}${path}`, { accept: 'text/html' });
      expect([answer.status, answer.headers.get('location')]).toEqual([200, null]);
      expect(answer.body).not.toContain('evil.example');
    }
    expect(await statusOf(id)).toBe('active');
  });

  it('R44 the link leads only to a page of an application of the tenant', async () => {
    const own = await newApplication(api, { type: 'SPA' });
    const foreign = await newApplication(await managementApi(server, 'admin'), { type: 'SPA' });
    const homeOf = async (appId: string) => {
      const answer = await fetch(`${base}/api/.well-known/sign-in-exp?appId=${encodeURIComponent(appId)}`);
      return ((await answer.json()) as { application?: { homeUrl?: string } }).application?.homeUrl;
    };
    expect(new URL((await homeOf(own.clientId)) ?? '').origin).toBe(new URL(own.redirectUri).origin);
    expect(await homeOf(foreign.clientId)).toBeUndefined();
    expect(await homeOf('https://evil.example')).toBeUndefined();
  });

  it('R44 the link does not skip MFA, and works for its address only', async () => {
    const add = await people(server);
    await add({ email: 'mfa@example.com', factors: [totpFactor(totpSecret())] });
    await add({ email: 'victim@example.com' });
    const mfa = { factors: ['Totp'], policy: 'Mandatory' };
    expect((await api.call('PATCH', '/sign-in-exp', { mfa })).status).toBe(200);
    const { token } = await create('mfa@example.com');
    const { call } = await begin(server);
    const verify = (value: string) =>
      call('POST', '/verification/one-time-token/verify', { identifier: { type: 'email', value }, token });
    expect(outcome(await verify('victim@example.com'))).toEqual([400, 'one_time_token.email_mismatch']);
    const verified = await verify('mfa@example.com');
    const { verificationId } = verified.json() as { verificationId: string };
    expect(outcome(await call('POST', '/identification', { verificationId }))).toEqual([204]);
    expect(outcome(await call('POST', '/submit'))).toEqual([403, 'session.mfa.require_mfa_verification']);
  });

  it('R79 the link opens a closed registration for its address only', async () => {
    const signUp = { identifiers: ['username'], password: true, verify: false };
    expect((await api.call('PATCH', '/sign-in-exp', { signInMode: 'SignIn', signUp })).status).toBe(200);
    const { token } = await create('invited@example.com');
    const interaction = await begin(server);
    const { call } = interaction;
    const identifier = { type: 'email', value: 'invited@example.com' };
    await call('POST', '/verification/one-time-token/verify', { identifier, token });
    await call('PUT', '/interaction-event', { interactionEvent: 'Register' });
    const password = 'a sturdy Passphrase 47';
    const made = await call('POST', '/verification/new-password-identity', {
      identifier: { type: 'username', value: 'uninvited' },
      password,
    });
    expect(made.status, made.body).toBe(200);
    expect(outcome(await call('POST', '/identification', made.json()))).toEqual([403, 'auth.forbidden']);
    expect(await server.query(`select from users where username = 'uninvited'`)).toEqual([]);
    await api.call('PATCH', '/sign-in-exp', { signInMode: 'SignInAndRegister' });
  });
});
