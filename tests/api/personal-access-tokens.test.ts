// Personal access tokens in the Management API.
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { outcome } from '../harness/interactions.ts';
import { userIdOf } from '../harness/permissions.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { demoApp, obtainCode } from '../harness/sign-in.ts';

describe('personal access tokens', () => {
  let server: TestServer;
  let api: ManagementApi;
  let path: string;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    const base = server.base('default');
    await obtainCode({ base, client: demoApp(base), username: 'ada', register: true });
    path = `/users/${await userIdOf(server, 'default', 'ada')}/personal-access-tokens`;
  });

  it('are created, listed, renamed and deleted; A51 the value is shown once', async () => {
    expect((await api.call('GET', path)).json()).toEqual([]);
    const expiresAt = Date.now() + 86_400_000;
    const created = await api.call('POST', path, { name: 'Laptop', expiresAt });
    expect(created.status).toBe(201);
    const token = created.json() as { value: string };
    expect(token).toMatchObject({
      tenantId: 'default',
      name: 'Laptop',
      value: expect.stringMatching(/^pat_[0-9A-Za-z]{32}$/),
      expiresAt,
      createdAt: expect.any(Number),
    });
    const hidden = `pat_${'*'.repeat(32)}`;
    const renamed = await api.call('PATCH', `${path}/Laptop`, { name: 'Old laptop & more' });
    expect(renamed.json()).toEqual({ ...token, name: 'Old laptop & more', value: hidden });
    const listed = await api.call('GET', path);
    expect(listed.json()).toEqual([renamed.json()]);
    const records = await server.query(`select * from change_records where entity = 'personalAccessTokens'`);
    expect(records).toHaveLength(2);
    expect(JSON.stringify(records)).not.toContain(token.value);
    const gone = await api.call('DELETE', `${path}/${encodeURIComponent('Old laptop & more')}`);
    expect(gone.status).toBe(204);
    expect((await api.call('GET', path)).json()).toEqual([]);
  });

  it('have unique names', async () => {
    await api.call('POST', path, { name: 'One' });
    await api.call('POST', path, { name: 'Two' });
    const taken = [422, 'user.personal_access_token_name_exists'];
    expect(outcome(await api.call('POST', path, { name: 'One' }))).toEqual(taken);
    expect(outcome(await api.call('PATCH', `${path}/Two`, { name: 'One' }))).toEqual(taken);
    for (const name of ['', 'a/b', '..', 'x'.repeat(257)]) {
      expect(outcome(await api.call('POST', path, { name }))).toEqual([400, 'guard.invalid_input']);
    }
  });

  it('cannot expire in the past', async () => {
    const answer = await api.call('POST', path, { name: 'Late', expiresAt: Date.now() - 1000 });
    expect(outcome(answer)).toEqual([400, 'request.invalid_input']);
  });

  it('belong to an existing user, and are addressed by name', async () => {
    const nobody = '/users/nobody/personal-access-tokens';
    for (const [method, at, body] of [
      ['GET', nobody],
      ['POST', nobody, { name: 'Name' }],
      ['PATCH', `${nobody}/One`, { name: 'Name' }],
      ['DELETE', `${nobody}/One`],
    ] as const) {
      expect(outcome(await api.call(method, at, body))).toEqual([404, 'entity.not_found']);
    }
    expect(outcome(await api.call('PATCH', `${path}/None`, { name: 'Name' }))).toEqual([
      404,
      'entity.not_exists_with_id',
    ]);
    expect(outcome(await api.call('DELETE', `${path}/None`))).toEqual([404, 'entity.not_exists_with_id']);
  });
});

describe('subject tokens', () => {
  it('require a plan that includes them', async () => {
    const server = await useServer({ edition: 'cloud' });
    const api = await managementApi(server);
    const base = server.base('default');
    await obtainCode({ base, client: demoApp(base), username: 'ada', register: true });
    const userId = await userIdOf(server, 'default', 'ada');
    expect((await api.call('POST', '/subject-tokens', { userId })).status).toBe(201);
    await server.query(`update tenants set plan_id = 'free' where id = 'default'`);
    await server.query(`select pg_notify('tessera_changes', 'admin/tenants')`);
    await expect
      .poll(async () => outcome(await api.call('POST', '/subject-tokens', { userId })))
      .toEqual([403, 'subscription.limit_exceeded']);
  });
});
