// Tests of applications: a real sign-in or token request, and the content of the tokens.
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { agree, applicationTestCalls, signInToTest, type TestResult } from '../harness/application-tests.ts';
import { type Application, newApplication } from '../harness/applications.ts';
import { auditLog } from '../harness/audit-log.ts';
import { outcome } from '../harness/interactions.ts';
import { addResource, addRole, giveRole, userIdOf } from '../harness/permissions.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { demoApp, obtainTokens } from '../harness/sign-in.ts';
import { newVisitor } from '../harness/visitor.ts';

const stock = 'https://stock.example.com';
const organizationsScope = 'urn:tessera:scope:organizations';

describe('tests of applications', () => {
  let server: TestServer;
  let api: ManagementApi;
  let base: string;
  let userId: string;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    base = server.base('default');
    await obtainTokens({ base, client: demoApp(base), username: 'ada', register: true });
    userId = await userIdOf(server, 'default', 'ada');
    const resourceId = await addResource(server, 'default', { indicator: stock, scopes: ['read', 'write'] });
    const roleId = await addRole(server, 'default', { resourceId, scopes: ['read'] });
    await giveRole(server, 'default', roleId, { user: userId });
    await server.query(`insert into organizations (tenant_id, id, name) values ('default', 'org', 'Organization')`);
    await server.query(
      `insert into organization_users (tenant_id, organization_id, user_id) values ('default', 'org', $1)`,
      [userId],
    );
  });
  const { create, start, read, take } = applicationTestCalls(() => api);
  const run = async ({ id }: Application, body: object = {}): Promise<TestResult> => {
    const test = await start(id, body);
    const { landed } = await signInToTest(base, test, { username: 'ada' });
    expect(landed.answer?.body).toContain('Test finished');
    return (await take(id, test.id)).json() as TestResult;
  };

  it.each(['SPA', 'Native', 'Traditional'] as const)(
    'a sign-in with a %s application shows its tokens',
    async (type) => {
      const redirectUris = type === 'Native' ? ['com.example.app://callback'] : ['https://app.example.com/callback'];
      const app = await newApplication(api, { type, redirectUris, customClientMetadata: { idTokenTtl: 600 } });
      const test = await start(app.id, { scopes: ['profile'] });
      expect(test.startUri).toMatch(new RegExp(`^${base}/api/application-tests/start\\?token=\\w{43}$`));
      const status = async () => (await read(app.id, test.id)).json() as { status: string };
      expect(await status()).toMatchObject({ id: test.id, status: 'waiting' });
      expect(outcome(await take(app.id, test.id))).toEqual([404, 'entity.not_exists_with_id']);
      const visitor = newVisitor();
      const page = await visitor.get(test.startUri, { accept: 'text/html' });
      expect(page.body).toContain(`${type} application`);
      expect(page.body).toContain('The administrator will see your profile');
      expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(await status()).toMatchObject({ status: 'waiting' });
      const { landed } = await signInToTest(base, test, { username: 'ada', visitor });
      expect([landed.answer?.status, landed.url.split('?')[0]]).toEqual([
        200,
        `${base}/api/application-tests/callback`,
      ]);
      expect(await status()).toMatchObject({ status: 'finished' });

      const result = (await take(app.id, test.id)).json() as TestResult;
      expect(result).toMatchObject({ status: 'succeeded', failure: null, userId, refreshToken: null });
      expect(result.steps.map(({ name }) => name)).toEqual(['authorization', 'token', 'userinfo']);
      const { idToken, accessToken, userinfo } = result;
      expect(idToken).toMatchObject({
        format: 'jwt',
        header: { alg: 'ES256', typ: 'JWT' },
        claims: { sub: userId, aud: app.id, iss: `${base}/oidc`, username: 'ada' },
        signingKey: { id: idToken?.header?.kid, algorithm: 'ES256', isCurrent: true },
      });
      const { iat = 0, exp = 0 } = (idToken?.claims ?? {}) as { iat?: number; exp?: number };
      expect([exp - iat, idToken?.expiresAt]).toEqual([600, exp * 1000]);
      expect(accessToken).toMatchObject({ format: 'opaque', claims: null, scopes: ['openid', 'profile'] });
      expect(userinfo).toMatchObject({ sub: userId, username: 'ada' });
    },
  );

  it('uses the API, the scopes, the prompt, custom claims and pushed requests', async () => {
    const script = 'const getCustomJwtClaims = async () => ({ tested: true });';
    await api.call('PUT', '/configs/jwt-customizer/access-token', { script });
    const app = await newApplication(api, {
      ...{ type: 'Traditional', customClientMetadata: { requirePushedAuthorizationRequests: true } },
    });
    const scopes = ['read', 'write', 'offline_access'];
    const result = await run(app, { scopes, resource: stock, prompt: 'login consent' });
    await api.call('DELETE', '/configs/jwt-customizer/access-token');
    expect(result.failure).toBeNull();
    expect(result.accessToken).toMatchObject({
      ...{ format: 'jwt', header: { typ: 'at+jwt' }, scopes: ['read'] },
      claims: { aud: stock, client_id: app.id, sub: userId, tested: true },
    });
    expect(result.refreshToken?.expiresAt).toBeGreaterThan(Date.now());
    // With a token of its own.
    expect(result.userinfo).toMatchObject({ sub: userId });
  });

  it('a third-party application asks for consent', async () => {
    const app = await newApplication(api, { type: 'Traditional', isThirdParty: true });
    await api.call('POST', `/applications/${app.id}/user-consent-scopes`, { userScopes: ['profile'] });
    const test = await start(app.id, { scopes: ['profile'] });
    const { visitor, landed } = await signInToTest(base, test, { username: 'ada' });
    expect(landed.url).toBe(`${base}/consent`);
    const agreed = await visitor.send('POST', `${base}/api/interaction/consent`, { json: {} });
    const { redirectTo } = agreed.json() as { redirectTo: string };
    expect((await visitor.follow(redirectTo)).answer?.body).toContain('Test finished');
    expect((await take(app.id, test.id)).json()).toMatchObject({
      status: 'succeeded',
      idToken: { claims: { sub: userId } },
    });

    const refused = await start(app.id, { scopes: ['email'] });
    await signInToTest(base, refused, { username: 'ada', visitor });
    expect((await take(app.id, refused.id)).json()).toMatchObject({
      status: 'failed',
      failure: { step: 'authorization', error: 'invalid_scope', reason: 'scope_not_allowed' },
    });

    const declined = await start(app.id, { scopes: ['profile'], prompt: 'consent' });
    await signInToTest(base, declined, { username: 'ada', visitor });
    const denied = await visitor.send('DELETE', `${base}/api/interaction/consent`);
    const { redirectTo: back } = denied.json() as { redirectTo: string };
    expect((await visitor.follow(back)).answer?.body).toContain('Test finished');
    expect((await take(app.id, declined.id)).json()).toMatchObject({
      failure: { step: 'authorization', error: 'access_denied', reason: 'access_denied' },
    });
  });

  it("shows an organization's token", async () => {
    const app = await newApplication(api, { type: 'SPA' });
    const result = await run(app, { organizationId: 'org' });
    expect(result).toMatchObject({
      status: 'succeeded',
      organizationToken: { format: 'jwt', claims: { aud: 'urn:tessera:organization:org' } },
    });
    expect(result.steps.map(({ name }) => name)).toEqual(['authorization', 'token', 'organization', 'userinfo']);
    expect(result.accessToken?.scopes).toContain(organizationsScope);
    const ofApi = await run(app, { organizationId: 'org', resource: stock, scopes: ['read'] });
    expect(ofApi.organizationToken).toMatchObject({ claims: { aud: stock, organization_id: 'org' } });

    const asked = await start(app.id, { organizationId: 'org', prompt: 'none' });
    const { visitor } = await obtainTokens({ base, client: demoApp(base), username: 'ada' });
    await signInToTest(base, asked, { username: 'ada', visitor });
    expect((await take(app.id, asked.id)).json()).toMatchObject({
      failure: { step: 'organization', error: 'consent_required', description: 'no refresh token was issued' },
    });

    await server.query(`insert into organizations (tenant_id, id, name) values ('default', 'other', 'Other')`);
    expect(await run(app, { organizationId: 'other' })).toMatchObject({
      status: 'failed',
      failure: {
        ...{ step: 'organization', error: 'access_denied', reason: 'access_denied' },
        ...{ description: 'user is not a member of the organization', message: expect.any(String) },
      },
      // What worked is shown.
      idToken: { claims: { sub: userId } },
      organizationToken: null,
    });
  });

  it('says what went wrong', async () => {
    const app = await newApplication(api, { type: 'SPA' });
    const silent = await start(app.id, { prompt: 'none' });
    await signInToTest(base, silent, { username: 'ada' });
    expect((await take(app.id, silent.id)).json()).toMatchObject({
      failure: { step: 'authorization', error: 'login_required', reason: null },
    });
    const unknown = await start(app.id, { resource: 'https://unknown.example.com' });
    await signInToTest(base, unknown, { username: 'ada' });
    expect((await take(app.id, unknown.id)).json()).toMatchObject({
      failure: { step: 'authorization', error: 'invalid_target', reason: 'api_not_found' },
    });
    const pushed = await newApplication(api, {
      ...{ type: 'SPA', customClientMetadata: { requirePushedAuthorizationRequests: true } },
    });
    const refused = await start(pushed.id, { resource: 'https://unknown.example.com' });
    expect((await agree(newVisitor(), refused.startUri)).body).toContain('Test finished');
    expect((await take(pushed.id, refused.id)).json()).toMatchObject({
      failure: { step: 'authorization', error: 'invalid_target', reason: 'api_not_found' },
    });
  });

  it('says which setting has changed during the test', async () => {
    const app = await newApplication(api, { type: 'Traditional' });
    const test = await start(app.id);
    await api.call('DELETE', `/applications/${app.id}/secrets/Default%20secret`);
    expect((await agree(newVisitor(), test.startUri)).body).toContain('application.test.secret_required');
    expect((await take(app.id, test.id)).json()).toMatchObject({
      failure: {
        ...{ step: 'authorization', error: 'application.test.secret_required' },
        message: 'The application has no valid secret. Create one first.',
      },
    });
  });

  it('a machine-to-machine application gets a token without a browser', async () => {
    const machine = await newApplication(api, { type: 'MachineToMachine' });
    const request = (body: object, id = machine.id) =>
      api.call('POST', `/applications/${id}/token-tests`, { scopes: [], ...body });
    expect((await request({ resource: stock, scopes: ['read'] })).json()).toMatchObject({
      status: 'succeeded',
      accessToken: {
        ...{ format: 'jwt', scopes: [], signingKey: { algorithm: 'ES256', isCurrent: true } },
        claims: { aud: stock, client_id: machine.id, sub: machine.id },
      },
      ...{ idToken: null, refreshToken: null, userinfo: null, userId: null },
    });
    expect((await request({ resource: 'https://unknown.example.com' })).json()).toMatchObject({
      status: 'failed',
      failure: { step: 'token', error: 'invalid_target', reason: 'api_not_found' },
    });
    expect((await request({ organizationId: 'org', resource: stock })).json()).toMatchObject({
      failure: { error: 'access_denied', description: 'app has not associated with the organization' },
    });
    const spa = await newApplication(api, { type: 'SPA' });
    expect(outcome(await request({}, spa.id))).toEqual([422, 'application.test.type_not_supported']);
    expect(outcome(await create(machine.id))).toEqual([422, 'application.test.type_not_supported']);
    await api.call('DELETE', `/applications/${machine.id}/secrets/Default%20secret`);
    expect(outcome(await request({ resource: stock }))).toEqual([422, 'application.test.secret_required']);
  });

  it('shows tokens of applications that require DPoP, bound to a key', async () => {
    const customClientMetadata = { dpopBoundAccessTokens: true };
    const bound = { cnf: { jkt: expect.stringMatching(/^[\w-]{43}$/) } };
    for (const type of ['SPA', 'Traditional'] as const) {
      const app = await newApplication(api, { type, customClientMetadata });
      const asked = { scopes: ['read', 'offline_access'], resource: stock, prompt: 'login consent' };
      const ofApi = await run(app, { ...asked, organizationId: 'org' });
      expect(ofApi.failure).toBeNull();
      expect(ofApi).toMatchObject({
        ...{ accessToken: { claims: { aud: stock, ...bound } }, organizationToken: { claims: bound } },
        userinfo: { sub: userId },
      });
      expect(await run(app)).toMatchObject({ status: 'succeeded', userinfo: { sub: userId } });
    }
    const machine = await newApplication(api, { type: 'MachineToMachine', customClientMetadata });
    const body = { scopes: [], resource: stock };
    const answer = await api.call('POST', `/applications/${machine.id}/token-tests`, body);
    expect(answer.json()).toMatchObject({ status: 'succeeded', accessToken: { claims: { aud: stock, ...bound } } });
  });

  it('refuses what it cannot test, on the field', async () => {
    const spa = (customClientMetadata: object) =>
      newApplication(api, { type: 'SPA', customClientMetadata: { ...customClientMetadata } });
    const exchange = await spa({ grantTypes: ['refresh_token'] });
    expect(outcome(await create(exchange.id))).toEqual([422, 'application.test.grant_not_allowed']);
    const bare = await newApplication(api, { type: 'SPA', redirectUris: [] });
    expect(outcome(await create(bare.id))).toEqual([422, 'application.test.redirect_uri_required']);
    const app = await spa({});
    const notFound = [404, 'entity.not_exists_with_id'];
    for (const id of ['unknown', 'demo-app']) expect(outcome(await create(id))).toEqual(notFound);
    expect(outcome(await create(app.id, { organizationId: 'unknown' }))).toEqual(notFound);
    expect(outcome(await read(app.id, 'unknown'))).toEqual(notFound);
    const bad: [object, string][] = [
      [{ scopes: ['read write'] }, 'scopes.0'],
      [{ scopes: undefined }, 'scopes'],
      [{ prompt: 'select_account' }, 'prompt'],
      [{ resource: '' }, 'resource'],
    ];
    for (const [body, path] of bad) {
      const answer = await create(app.id, body);
      expect(outcome(answer)).toEqual([400, 'guard.invalid_input']);
      expect((answer.json() as { details: string }).details).toContain(path);
    }
  });

  it('is in the audit log, and not in the health of the application', async () => {
    const app = await newApplication(api, { type: 'Traditional' });
    await run(app, { resource: stock });
    await run(app, { organizationId: 'other' });
    const entries = await auditLog(server, 'default', (all) => {
      const own = all.filter(({ key, payload }) => key === 'Application.Test' && payload.applicationId === app.id);
      return own.length === 2;
    });
    const own = entries.filter(({ payload }) => payload.applicationId === app.id);
    expect(own.filter(({ key }) => key === 'Application.Test').map(({ payload }) => payload)).toMatchObject([
      { result: 'Success', userId, actor: { type: 'application', id: 'm-default' } },
      { result: 'Error', userId, step: 'organization', error: { code: 'access_denied' } },
    ]);
    // The token requests are real ones, and known as those of a test.
    const exchanges = own.filter(({ key }) => key === 'ExchangeTokenBy.AuthorizationCode');
    expect(exchanges.map(({ payload }) => payload.isTest)).toEqual(exchanges.map(() => true));
    expect(exchanges.length).toBeGreaterThan(0);
    const health = (await api.call('GET', `/applications/${app.id}/health`)).json() as Record<string, unknown[]>;
    expect(health.failures).toEqual([]);
    expect(health.redirectUris).toMatchObject([{ uri: app.redirectUri, count: 0 }]);
    expect(health.secrets).toMatchObject([{ lastUsedAt: null }]);
  });
});
