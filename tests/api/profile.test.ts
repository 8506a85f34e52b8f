// The Me API: a console user's own account, available only in the admin tenant.
import { beforeAll, describe, expect, it } from 'vitest';
import { machineCredentials, managementResource, managementToken } from '../harness/api.ts';
import { callerWith, meResource, registerConsoleUser } from '../harness/console-user.ts';
import { outcome } from '../harness/interactions.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { tokenRequest } from '../harness/sign-in.ts';
import { newVisitor } from '../harness/visitor.ts';

describe('me', () => {
  let server: TestServer;
  let call: ReturnType<typeof callerWith>;
  let token: string;
  beforeAll(async () => {
    server = await useServer();
    const user = await registerConsoleUser(server, 'ada', [meResource, managementResource('default')]);
    token = await user.accessToken(meResource);
    call = callerWith(server, token);
  });
  const set = (assignment: string) => server.query(`update users set ${assignment} where tenant_id = 'admin'`);

  it('returns the user without credentials', async () => {
    const answer = await call('GET', '/t/admin/me');
    expect(answer.status).toBe(200);
    expect(answer.json()).toEqual({
      id: expect.stringMatching(/^[0-9a-z]{12}$/),
      username: 'ada',
      primaryEmail: null,
      primaryEmailVerified: false,
      primaryPhone: null,
      primaryPhoneVerified: false,
      name: null,
      avatar: null,
      customData: {},
      identities: {},
      lastSignInAt: expect.any(Number),
      createdAt: expect.any(Number),
      updatedAt: expect.any(Number),
      profile: {},
      applicationId: 'admin-console',
      isSuspended: false,
      hasPassword: true,
    });
  });

  it('merges custom data at the top level', async () => {
    await call('PATCH', '/t/admin/me/custom-data', {
      adminConsolePreferences: { language: 'de', appearance: 'dark' },
      x: 1,
    });
    const merged = await call('PATCH', '/t/admin/me/custom-data', { adminConsolePreferences: { language: 'ar' } });
    const expected = { adminConsolePreferences: { language: 'ar' }, x: 1 };
    expect([merged.status, merged.json()]).toEqual([200, expected]);
    expect((await call('GET', '/t/admin/me/custom-data')).json()).toEqual(expected);
    for (const body of [[], 'text', 7]) {
      expect(outcome(await call('PATCH', '/t/admin/me/custom-data', body))).toEqual([400, 'guard.invalid_input']);
    }
  });

  it('C01 concurrent changes are not lost', async () => {
    const names = Array.from({ length: 8 }, (_, number) => `key${number}`);
    await Promise.all(names.map((name) => call('PATCH', '/t/admin/me/custom-data', { [name]: true })));
    const stored = (await call('GET', '/t/admin/me/custom-data')).json() as object;
    expect(Object.keys(stored)).toEqual(expect.arrayContaining(names));
  });

  it('requires a user token for this resource', async () => {
    const get = (authorization: string) => newVisitor({ authorization }).get(`${server.base('admin')}/me`);
    const missing = await newVisitor().get(`${server.base('admin')}/me`);
    expect(outcome(missing)).toEqual([401, 'auth.authorization_header_missing']);
    expect(outcome(await get(`Basic ${token}`))).toEqual([401, 'auth.authorization_token_type_not_supported']);
    expect(outcome(await get('Bearer'))).toEqual([401, 'auth.unauthorized']);
    expect(outcome(await get(`Bearer ${token.slice(0, -4)}AAAA`))).toEqual([401, 'auth.unauthorized']);
    expect(outcome(await get(`Bearer ${await managementToken(server)}`))).toEqual([401, 'auth.unauthorized']);
  });

  it('is not for machines', async () => {
    await server.query(
      `insert into roles_scopes (tenant_id, role_id, scope_id)
       select 'admin', role_id, 'me-api-all' from applications_roles where tenant_id = 'admin' and application_id = 'm-default'`,
    );
    const { clientId, clientSecret } = await machineCredentials(server);
    const client = { clientId, clientSecret, redirectUri: '' };
    const form = { grant_type: 'client_credentials', resource: meResource, scope: 'all' };
    const { body } = await tokenRequest(server.base('admin'), client, form);
    const answer = await callerWith(server, body.access_token)('GET', '/t/admin/me');
    expect(outcome(answer)).toEqual([403, 'auth.forbidden']);
  });

  it('exists only in the admin tenant', async () => {
    for (const path of ['/me', '/me/custom-data', '/t/default/me']) {
      expect(outcome(await call('GET', path))[0], path).toBe(404);
    }
  });

  it('A44 is closed immediately for suspended and deleted users', async () => {
    await set('is_suspended = true');
    for (const [method, json] of [
      ['GET', undefined],
      ['PATCH', { x: 2 }],
    ] as const) {
      expect(outcome(await call(method, '/t/admin/me/custom-data', json))).toEqual([401, 'user.suspended']);
    }
    await set('is_suspended = false');
    await server.query(`delete from users where tenant_id = 'admin'`);
    for (const [method, path] of [
      ['GET', '/t/admin/me'],
      ['GET', '/t/admin/me/custom-data'],
      ['PATCH', '/t/admin/me/custom-data'],
    ] as const) {
      const answer = await call(method, path, method === 'PATCH' ? {} : undefined);
      expect(outcome(answer)).toEqual([401, 'auth.unauthorized']);
    }
  });
});
