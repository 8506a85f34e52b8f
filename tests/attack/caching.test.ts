// Responses for one user are never cached for another.
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { callerWith, meResource, registerConsoleUser } from '../harness/console-user.ts';
import { type Described, filled, isCloud, operations, writes } from '../harness/contract.ts';
import { openInteraction } from '../harness/interactions.ts';
import { arbitraryOf } from '../harness/schema-values.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { demoApp, obtainCode, obtainTokens, password, tokenRequest } from '../harness/sign-in.ts';
import { newTenant } from '../harness/tenants.ts';
import { newVisitor } from '../harness/visitor.ts';

const private_ = operations.filter((one) => !isCloud(one) && one.resource.access !== 'public');

describe('A85 caches', () => {
  let server: TestServer;
  let base: string;
  let api: ManagementApi;
  let callMe: ReturnType<typeof callerWith>;
  let applicationId: string;
  beforeAll(async () => {
    server = await useServer();
    base = server.base('default');
    api = await managementApi(server);
    const user = await registerConsoleUser(server, 'boss');
    callMe = callerWith(server, await user.accessToken(meResource));
    const made = await api.call('POST', '/applications', { name: 'App', type: 'Traditional', isThirdParty: true });
    applicationId = (made.json() as { id: string }).id;
  });

  const call = async (one: Described) => {
    const path = filled(one.path, { id: applicationId, applicationId, name: 'Default secret' });
    const body =
      one.body && !one.operation.multipart ? fc.sample(arbitraryOf(one.body), { numRuns: 1, seed: 85 })[0] : {};
    const json = writes(one) ? body : undefined;
    if (one.resource.access === 'management') return api.call(one.operation.method, path.slice('/api'.length), json);
    if (one.resource.access === 'me') return callMe(one.operation.method, `/t/admin${path}`, json);
    const { visitor } = await openInteraction(base, demoApp(base));
    return visitor.send(one.operation.method, `${base}${path}`, json === undefined ? {} : { json });
  };

  it.each(private_)('store no response of $label for others', async (one) => {
    const answer = await call(one);
    const control = answer.headers.get('cache-control') ?? '';
    // R21: not even in the caller's own browser cache.
    expect([answer.status, control]).toEqual([answer.status, 'no-store']);
    if (!writes(one) && !one.operation.download && answer.status === 200) {
      const etag = answer.headers.get('etag') ?? '';
      // Readers distinguish versions from other ETags by their prefix.
      expect(etag).toMatch(one.operation.versioned ? /^"v-/ : /^W\/"[0-9a-f]+"$/);
      expect(answer.headers.get('vary')).toContain('Origin');
    }
  });

  it('R21 A85 store no response of the account or cloud API', async () => {
    await api.call('PATCH', '/account-center', { enabled: true });
    const { tokens } = await obtainTokens({ base, client: demoApp(base), username: 'keeper', register: true });
    const account = await newVisitor({ authorization: `Bearer ${tokens.access_token}` }).get(`${base}/api/my-account`);
    expect([account.status, account.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const cloud = await useServer({ edition: 'cloud' });
    const { id: tenantId, token } = await newTenant(cloud);
    const call = callerWith(cloud, token);
    const users = await call('GET', `/m/${tenantId}/api/users`);
    expect([users.status, users.headers.get('cache-control')]).toEqual([200, 'no-store']);
  });

  it('revalidate only for callers with access', async () => {
    const first = await api.call('GET', '/applications');
    const etag = first.headers.get('etag') ?? '';
    for (const known of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
      const again = await api.call('GET', '/applications', undefined, { 'if-none-match': known });
      expect([known, again.status, again.body]).toEqual([known, 304, '']);
    }
    expect((await api.call('GET', '/applications', undefined, { 'if-none-match': '"other"' })).status).toBe(200);
    const stranger = await newVisitor({ 'if-none-match': etag }).get(`${base}/api/applications`);
    expect(stranger.status).toBe(401);
    expect(stranger.headers.get('etag')).toBeNull();
  });

  it('store no token, code or page', async () => {
    const { visitor, code } = await obtainCode({
      base,
      client: demoApp(base),
      username: 'ada',
      register: true,
      password,
    });
    expect(code).toBeTruthy();
    const token = await tokenRequest(base, demoApp(base), { grant_type: 'refresh_token', refresh_token: 'x' });
    expect(token.headers.get('cache-control')).toMatch(/no-store/);
    for (const path of [
      '/oidc/me',
      '/sign-in',
      '/unknown-session',
      '/demo-app',
      '/account/sessions',
      '/console/welcome',
      '/oidc/session/end',
      '/oidc/auth?client_id=demo-app',
      '/oidc/auth/unknown',
    ]) {
      const answer = await visitor.get(`${server.origin}${path}`, { accept: 'text/html' });
      expect([path, answer.headers.get('cache-control') ?? '']).toEqual([
        path,
        expect.stringMatching(/no-store|no-cache/),
      ]);
    }
  });

  it('are not confused by a path that looks like a file', async () => {
    for (const path of [
      '/api/applications/x.css',
      '/api/applications.css',
      '/api/sign-in-exp/logo.png',
      '/oidc/me/a.js',
      '/oidc/me.css',
      '/oidc/token.js',
    ]) {
      const answer = await newVisitor({ authorization: `Bearer ${api.token}` }).get(`${base}${path}`);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(answer.headers.get('cache-control') ?? 'no-store').not.toMatch(/public|immutable|max-age=[1-9]/);
    }
  });

  it('store immutable files', async () => {
    const page = await newVisitor().get(`${base}/unknown-session`);
    const script = /src="(\/sign-in-assets\/[^"]+\.js)"/.exec(page.body)?.[1] ?? '';
    const answer = await newVisitor().get(`${base}${script}`);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
    const missing = await newVisitor().get(`${base}/sign-in-assets/missing-1234.js`);
    expect([missing.status, missing.headers.get('cache-control')]).toEqual([404, 'no-store']);
  });
});
