// Account center settings, and access to the account API: which tokens and origins are accepted.
import { beforeAll, describe, expect, it } from 'vitest';
import { accounts, everyField, everyScope, type Person } from '../harness/account.ts';
import { type ManagementApi, managementApi, managementToken } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { outcome } from '../harness/interactions.ts';
import { addResource } from '../harness/permissions.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { refresh } from '../harness/session.ts';
import { type Client, demoApp, obtainTokens } from '../harness/sign-in.ts';
import { newVisitor } from '../harness/visitor.ts';

describe('account center', () => {
  let server: TestServer;
  let api: ManagementApi;
  let people: ReturnType<typeof accounts>;
  let ada: Person;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    people = accounts(server);
    ada = await people.person('ada');
  });

  it('is disabled and empty in a new tenant, and says so', async () => {
    expect((await api.call('GET', '/account-center')).json()).toEqual({
      tenantId: 'default',
      id: 'default',
      enabled: false,
      fields: {},
      webauthnRelatedOrigins: [],
      allowsDeletion: false,
      allowsExport: false,
    });
    for (const path of ['/my-account', '/my-account/mfa-settings']) {
      expect(outcome(await ada.call('GET', path))).toEqual([400, 'account_center.not_enabled']);
    }
    expect(outcome(await ada.call('POST', '/verifications/password', { password: 'x' }))).toEqual([
      400,
      'account_center.not_enabled',
    ]);
  });

  it('replaces the fields and keeps what is not sent', async () => {
    await people.allow({ name: 'Edit', email: 'ReadOnly' });
    const changed = await api.call('PATCH', '/account-center', { fields: { avatar: 'Off' } });
    expect(changed.json()).toMatchObject({ enabled: true, fields: { avatar: 'Off' } });
    const unchanged = await api.call('PATCH', '/account-center', { unknown: 1, tenantId: 'admin', id: 'x' });
    expect(unchanged.json()).toMatchObject({ tenantId: 'default', id: 'default', fields: { avatar: 'Off' } });
    expect((await ada.call('GET', '/my-account')).status).toBe(200);
    await people.allow({});
    expect((await ada.call('GET', '/my-account')).json()).not.toHaveProperty('name');
  });

  it.each([
    { enabled: 'yes' },
    { allowsDeletion: 1 },
    { allowsExport: 'sometimes' },
    { fields: { name: 'Sometimes' } },
    { fields: [] },
    ...['app.example.com', 'http://app.example.com', 'https://app.example.com/', 'https://*.example.com/x', '*'].map(
      (origin) => ({ webauthnRelatedOrigins: [origin] }),
    ),
  ])('refuses %j', async (body) => {
    expect(outcome(await api.call('PATCH', '/account-center', body))).toEqual([400, 'guard.invalid_input']);
  });

  it("publishes the origins that may use the tenant's passkeys", async () => {
    const origins = ['https://app.example.com', 'http://localhost:8080'];
    const android = `android:apk-key-hash:${'x'.repeat(43)}`;
    const saved = await api.call('PATCH', '/account-center', {
      webauthnRelatedOrigins: [...origins, android, ...origins],
    });
    expect(saved.json()).toMatchObject({ webauthnRelatedOrigins: [...origins, android] });
    const read = async (base: string) => (await newVisitor().get(`${base}/.well-known/webauthn`)).json();
    expect(await read(server.base('default'))).toEqual({ origins });
    expect(await read(server.base('admin'))).toEqual({ origins: [] });
  });

  describe('access', () => {
    beforeAll(() => people.allow());
    const at = (authorization?: string, tenantId = 'default') =>
      newVisitor(authorization ? { authorization } : {}).get(`${server.base(tenantId)}/api/my-account`);

    it('accepts an opaque token with openid', async () => {
      expect(ada.token).toMatch(/^[\w-]{43}$/);
      expect((await at(`Bearer ${ada.token}`)).status).toBe(200);
      expect((await at(`bearer ${ada.token}`)).status).toBe(200);
    });

    it('rejects a missing or malformed token and other schemes', async () => {
      const wrong = [
        undefined,
        'Bearer',
        'Bearer ',
        `Basic ${ada.token}`,
        ada.token,
        `Bearer ${ada.token}x`,
        `Bearer ${ada.token.slice(1)}`,
        `Bearer ${ada.token} ${ada.token}`,
        `Bearer ${'x'.repeat(43)}`,
        `Bearer ${'x'.repeat(4000)}`,
      ];
      for (const authorization of wrong) {
        expect([authorization, ...outcome(await at(authorization))]).toEqual([authorization, 401, 'auth.unauthorized']);
      }
      expect(outcome(await ada.visitor.get(`${server.origin}/api/my-account`))).toEqual([401, 'auth.unauthorized']);
    });

    it('A17 rejects JWTs, refresh tokens, ID tokens and codes', async () => {
      const client = demoApp(server.origin);
      await addResource(server, 'default', { indicator: 'https://shop.example.com', scopes: ['read'] });
      const { tokens } = await obtainTokens({
        base: server.origin,
        client,
        username: 'ada',
        resources: ['https://shop.example.com'],
        scope: `${everyScope} offline_access`,
      });
      const { body } = await refresh(server.origin, client, tokens.refresh_token, {
        resource: 'https://shop.example.com',
      });
      expect(body.access_token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
      for (const token of [body.access_token, body.refresh_token, tokens.id_token, await managementToken(server)]) {
        expect(token).toBeTruthy();
        expect([token, ...outcome(await at(`Bearer ${token}`))]).toEqual([token, 401, 'auth.unauthorized']);
      }
    });

    it('A14 rejects a token without openid', async () => {
      const call = await ada.withScope('openid profile');
      await server.query(
        `update oidc_model_instances set payload = jsonb_set(payload, '{scope}', '"profile email"')
         where model_name = 'AccessToken' and payload ->> 'scope' = 'openid profile'`,
      );
      expect(outcome(await call('GET', '/my-account'))).toEqual([403, 'auth.forbidden']);
    });

    it("A55 rejects another tenant's token", async () => {
      await accounts(server, 'admin').allow();
      expect(outcome(await at(`Bearer ${ada.token}`, 'admin'))).toEqual([401, 'auth.unauthorized']);
    });

    it('A44 is closed immediately for suspended and deleted users, and for revoked tokens and deleted applications', async () => {
      const closed = [401, 'auth.unauthorized'];
      const open = async (token: string) => outcome(await people.callerWith(token)('GET', '/my-account'));
      const eve = await people.person('eve');
      await eve.set('is_suspended = true');
      expect(await open(eve.token)).toEqual(closed);
      await eve.set('is_suspended = false');

      const spa = await newApplication(api, { type: 'SPA' });
      const signIn = async (client: Client) =>
        (await obtainTokens({ base: server.origin, client, username: 'eve', scope: everyScope })).tokens.access_token;
      const ofSpa = await signIn(spa);
      expect(await open(ofSpa)).toEqual([200]);
      await api.call('DELETE', `/applications/${spa.id}`);
      expect(await open(ofSpa)).toEqual(closed);

      const revoked = await signIn(demoApp(server.origin));
      expect(await open(revoked)).toEqual([200]);
      const body = new URLSearchParams({ client_id: 'demo-app', token: revoked });
      await fetch(`${server.origin}/oidc/token/revocation`, { method: 'POST', body });
      expect(await open(revoked)).toEqual(closed);

      const last = await signIn(demoApp(server.origin));
      expect(await open(last)).toEqual([200]);
      await server.query(`delete from users where tenant_id = 'default' and username = 'eve'`);
      expect(await open(last)).toEqual(closed);
    });

    it('A14 is limited to what the user has granted', async () => {
      const zoe = await people.person('zoe');
      await server.query(
        `update oidc_model_instances set payload = jsonb_set(payload, '{openid,scope}', '"openid profile"')
         where model_name = 'Grant' and payload ->> 'accountId' = $1`,
        [zoe.id],
      );
      expect((await zoe.call('GET', '/my-account')).json()).not.toHaveProperty('primaryEmail');
    });
  });

  it('A81 can be called from any page with a token, never with a cookie', async () => {
    const origin = 'https://any.example';
    for (const path of ['/my-account', '/my-account/password', '/verifications/password']) {
      const preflight = await fetch(`${server.origin}/api${path}`, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'PATCH',
          'access-control-request-headers': 'authorization,content-type,tessera-verification-id',
        },
      });
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
      expect(preflight.headers.get('access-control-allow-credentials')).toBe(null);
      expect(preflight.headers.get('access-control-allow-headers')?.toLowerCase().split(', ')).toEqual(
        expect.arrayContaining(['authorization', 'content-type', 'tessera-verification-id']),
      );
      expect(preflight.headers.get('access-control-allow-methods')).toContain('PATCH');
    }
    for (const authorization of [`Bearer ${ada.token}`, 'Bearer wrong']) {
      const answer = await fetch(`${server.origin}/api/my-account`, { headers: { origin, authorization } });
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.get('access-control-allow-credentials')).toBe(null);
    }
    for (const path of ['/account-center', '/applications', '/my-accounts', '/verification-codes', '/experience']) {
      const answer = await fetch(`${server.origin}/api${path}`, { headers: { origin } });
      expect([path, answer.headers.get('access-control-allow-origin')]).toEqual([path, null]);
    }
  });

  it('returns the fields that the tenant shows and the token allows', async () => {
    await people.allow();
    const bea = await people.person('bea');
    await bea.set(`primary_email = 'bea@example.com', verified_email = 'bea@example.com', primary_phone = '4915100000001', name = 'Bea',
      avatar = 'https://example.com/bea.png', custom_data = '{"size":"M"}',
      profile = '{"nickname":"B","address":{"country":"DE"}}', identities = '{"github":{"userId":"42"}}'`);
    const facts = {
      applicationId: 'demo-app',
      isSuspended: false,
      lastSignInAt: expect.any(Number),
      createdAt: expect.any(Number),
      updatedAt: expect.any(Number),
    };
    const whole = {
      id: bea.id,
      ...facts,
      username: 'bea',
      name: 'Bea',
      avatar: 'https://example.com/bea.png',
      profile: { nickname: 'B', address: { country: 'DE' } },
      hasPassword: true,
      primaryEmail: 'bea@example.com',
      primaryEmailVerified: true,
      primaryPhone: '4915100000001',
      primaryPhoneVerified: false,
      customData: { size: 'M' },
      identities: { github: { userId: '42' } },
      ssoIdentities: [],
    };
    expect((await bea.call('GET', '/my-account')).json()).toEqual(whole);
    await people.allow(everyField('ReadOnly'));
    expect((await bea.call('GET', '/my-account')).json()).toEqual(whole);
    await people.allow(everyField('Off'));
    expect((await bea.call('GET', '/my-account')).json()).toEqual({ id: bea.id, ...facts });
    await people.allow({ ...everyField('Off'), email: 'ReadOnly', profile: 'Edit' });
    expect((await bea.call('GET', '/my-account')).json()).toEqual({
      id: bea.id,
      ...facts,
      primaryEmail: 'bea@example.com',
      primaryEmailVerified: true,
      profile: { nickname: 'B', address: { country: 'DE' } },
    });
    await people.allow();
    const least = await bea.withScope('openid');
    expect((await least('GET', '/my-account')).json()).toEqual({ id: bea.id, hasPassword: true });
    const some = await bea.withScope('openid profile phone');
    expect((await some('GET', '/my-account')).json()).toEqual({
      ...facts,
      id: bea.id,
      username: 'bea',
      name: 'Bea',
      avatar: 'https://example.com/bea.png',
      profile: { nickname: 'B' },
      hasPassword: true,
      primaryPhone: '4915100000001',
      primaryPhoneVerified: false,
    });
  });
});
