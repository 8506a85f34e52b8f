// Third-party applications and a user's account: they read what was consented to and is configured for them, and write
// nothing.
import { decodeJwt } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { accounts, everyScope } from '../harness/account.ts';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type Application, newApplication } from '../harness/applications.ts';
import { filled, operations } from '../harness/contract.ts';
import { outcome } from '../harness/interactions.ts';
import { messagesTo } from '../harness/mailbox.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { redeem, refresh } from '../harness/session.ts';
import { authorizationUrl, experience, password, pkce, type TokenSet } from '../harness/sign-in.ts';
import { newUser } from '../harness/users.ts';
import { newVisitor } from '../harness/visitor.ts';

const known = { username: 'ada', primaryEmail: 'ada@example.com', name: 'Ada' };
const accountOperations = operations.filter(({ resource }) => resource.access === 'account');

describe('third-party applications', () => {
  let server: TestServer;
  let api: ManagementApi;
  let base: string;
  let userId: string;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    base = server.base('default');
    await accounts(server).allow();
    ({ id: userId } = await newUser(api, { ...known, password }));
  });

  const thirdParty = async (userScopes: string[]): Promise<Application> => {
    const app = await newApplication(api, { type: 'Traditional', isThirdParty: true });
    const added = await api.call('POST', `/applications/${app.id}/user-consent-scopes`, { userScopes });
    expect(added.status, added.body).toBe(201);
    return app;
  };
  /** The user signs in and consents to everything. */
  const consentedTokens = async (client: Application, scope: string): Promise<TokenSet> => {
    const visitor = newVisitor();
    const { verifier, challenge } = pkce();
    await visitor.follow(authorizationUrl({ base, client, scope }, challenge), [client.redirectUri]);
    await visitor.follow(await experience(visitor, base).signIn(known.username), [client.redirectUri]);
    const agreed = await visitor.send('POST', `${base}/api/interaction/consent`, { json: {} });
    expect(agreed.status, agreed.body).toBe(200);
    const { redirectTo } = agreed.json() as { redirectTo: string };
    const back = new URL((await visitor.follow(redirectTo, [client.redirectUri])).url);
    const { status, body } = await redeem(base, client, back.searchParams.get('code') ?? '', verifier);
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  const forbidden = [403, 'auth.forbidden'];

  describe('R08 write nothing at the account API', () => {
    let call: ReturnType<ReturnType<typeof accounts>['callerWith']>;
    beforeAll(async () => {
      const scopes = everyScope.split(' ').filter((scope) => scope !== 'openid');
      const tokens = await consentedTokens(await thirdParty(scopes), everyScope);
      call = accounts(server).callerWith(tokens.access_token);
    });

    it('read what the user has consented to', async () => {
      const answer = await call('GET', '/my-account');
      expect(answer.status).toBe(200);
      expect(answer.json()).toMatchObject({
        id: userId,
        username: 'ada',
        primaryEmail: 'ada@example.com',
        name: 'Ada',
      });
    });

    it.each([
      ['PATCH', '/my-account', { username: 'taken_over', name: 'Eve' }],
      ['PATCH', '/my-account/profile', { nickname: 'Eve' }],
      ['POST', '/my-account/password', { password: 'another sturdy Passphrase 48' }],
      ['POST', '/verifications/password', { password }],
      ['POST', '/verifications/verification-code', { identifier: { type: 'email', value: 'ada@example.com' } }],
    ])('%s %s', async (method, path, body) => {
      expect(outcome(await call(method, path, body))).toEqual(forbidden);
      expect((await api.call('GET', `/users/${userId}`)).json()).toMatchObject({ ...known, profile: {} });
      expect(await messagesTo(api, 'ada@example.com')).toEqual([]);
    });

    it.each(accountOperations.filter(({ operation }) => !operation.thirdParty))('$label is refused', async (one) => {
      const body = one.operation.method === 'GET' ? undefined : {};
      expect(outcome(await call(one.operation.method, filled(one.path).replace('/api', ''), body))).toEqual(forbidden);
    });

    it('lists only reads as open to them', () => {
      const open = accountOperations.filter(({ operation }) => operation.thirdParty);
      expect(open.map(({ label, operation }) => [label, operation.method])).toEqual([['myAccount.get', 'GET']]);
    });
  });

  it('R17 removing a scope from the application removes it from existing tokens', async () => {
    const app = await thirdParty(['profile', 'email']);
    const tokens = await consentedTokens(app, 'openid offline_access profile email');
    const userinfo = async (token: string) =>
      (await newVisitor({ authorization: `Bearer ${token}` }).get(`${base}/oidc/me`)).json() as object;
    const introspected = async (token: string) => {
      const authorization = `Basic ${Buffer.from(`${app.clientId}:${app.clientSecret}`).toString('base64')}`;
      const url = `${base}/oidc/token/introspection`;
      const answer = await newVisitor({ authorization }).send('POST', url, { form: { token } });
      return (answer.json() as { scope: string }).scope.split(' ').sort();
    };
    const ownAccount = async (token: string) =>
      (await accounts(server).callerWith(token)('GET', '/my-account')).json() as object;
    expect(await userinfo(tokens.access_token)).toHaveProperty('email', 'ada@example.com');
    expect(await introspected(tokens.access_token)).toContain('email');

    const withdrawn = await api.call('DELETE', `/applications/${app.id}/user-consent-scopes/user-scopes/email`);
    expect(withdrawn.status, withdrawn.body).toBe(204);
    const left = ['offline_access', 'openid', 'profile'];
    expect(await userinfo(tokens.access_token)).not.toHaveProperty('email');
    expect(await introspected(tokens.access_token)).toEqual(left);
    expect(await introspected(tokens.refresh_token ?? '')).toEqual(left);
    expect(await ownAccount(tokens.access_token)).toMatchObject({ username: 'ada' });
    expect(await ownAccount(tokens.access_token)).not.toHaveProperty('primaryEmail');

    const { status, body } = await refresh(base, app, tokens.refresh_token);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.scope?.split(' ').sort()).toEqual(left);
    expect(decodeJwt(body.id_token ?? '')).toHaveProperty('name', 'Ada');
    expect(decodeJwt(body.id_token ?? '')).not.toHaveProperty('email');
    expect(await userinfo(body.access_token)).not.toHaveProperty('email');
  });
});
