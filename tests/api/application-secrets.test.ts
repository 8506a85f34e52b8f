// Application secrets: names, expiry and what clients can do with them.
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi, managementResource } from '../harness/api.ts';
import { type Application, newApplication } from '../harness/applications.ts';
import { outcome } from '../harness/interactions.ts';
import { announce } from '../harness/permissions.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { tokenRequest } from '../harness/sign-in.ts';

type Secret = { name: string; value: string; lastCharacters: string; expiresAt: number | null };

describe('application secrets', () => {
  let server: TestServer;
  let api: ManagementApi;
  let machine: Application;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    machine = await newApplication(api, { type: 'MachineToMachine' });
    await api.call('PATCH', `/applications/${machine.id}`, { isAdmin: true });
  });

  const secrets = (path = '') => `/applications/${machine.id}/secrets${path}`;
  const add = async (name: string, expiresAt?: number): Promise<Secret> => {
    const answer = await api.call('POST', secrets(), { name, ...(expiresAt !== undefined && { expiresAt }) });
    expect(answer.status, answer.body).toBe(201);
    return answer.json();
  };
  const authenticate = (clientSecret: string) =>
    tokenRequest(
      server.base('default'),
      { ...machine, clientSecret },
      {
        grant_type: 'client_credentials',
        resource: managementResource('default'),
        scope: 'all',
      },
    );
  it('starts with one, and additional ones work too', async () => {
    const added = await add('Second');
    expect(added).toMatchObject({ name: 'Second', applicationId: machine.id, expiresAt: null });
    expect(added.value).toMatch(/^[0-9A-Za-z]{32}$/);
    const listed = (await api.call('GET', secrets())).json() as Secret[];
    expect(listed.map(({ name }) => name)).toEqual(['Default secret', 'Second']);
    for (const { value } of listed) expect((await authenticate(value)).status).toBe(200);
    expect((await authenticate(`${added.value.slice(0, -1)}_`)).status).toBe(401);
  });

  it('rotates one with an overlap', async () => {
    const old = await add('Old', Date.now() + 7_200_000);
    expect(old.lastCharacters).toBe(old.value.slice(-4));
    const rotate = (name: string, replaces: object) => api.call('POST', secrets(), { name, replaces });
    const end = Date.now() + 3_600_000;
    const rotated = await rotate('New', { name: 'Old', expiresAt: end });
    expect(rotated.status, rotated.body).toBe(201);
    const readOld = async () =>
      ((await api.call('GET', secrets())).json() as Secret[]).find(({ name }) => name === 'Old')?.expiresAt;
    expect(await readOld()).toBe(end);
    for (const { value } of [old, rotated.json() as Secret]) expect((await authenticate(value)).status).toBe(200);

    // A rotation never extends a secret, and never creates one without the other.
    expect((await rotate('Newer', { name: 'Old', expiresAt: end + 1000 })).status).toBe(201);
    expect(await readOld()).toBe(end);
    const bad = [
      [{ name: 'Old', expiresAt: Date.now() - 1000 }, 400, 'request.invalid_input'],
      [{ name: 'Missing', expiresAt: end }, 404, 'entity.not_exists_with_id'],
    ] as const;
    for (const [replaces, ...expected] of bad) expect(outcome(await rotate('None', replaces))).toEqual(expected);
    expect(outcome(await rotate('New', { name: 'Old', expiresAt: end - 1000 }))[0]).toBe(422);
    expect(await readOld()).toBe(end);
  });

  it('A16 expires on time, with or without housekeeping', async () => {
    const end = Date.now() + 3_600_000;
    const { value, expiresAt } = await add('Short', end);
    expect(expiresAt).toBe(end);
    expect((await authenticate(value)).status).toBe(200);
    await server.query(`update application_secrets set expires_at = now() - interval '1 second' where name = 'Short'`);
    await announce(server, 'default', 'applicationSecrets');
    await expect
      .poll(async () => (await authenticate(value)).body, { timeout: 15_000 })
      .toMatchObject({
        error: 'invalid_request',
        error_description: 'client secret has expired',
      });
  });

  it('rejects an expiry in the past and invalid numbers', async () => {
    const past = await api.call('POST', secrets(), { name: 'Past', expiresAt: Date.now() - 1000 });
    expect(outcome(past)).toEqual([400, 'request.invalid_input']);
    for (const expiresAt of ['tomorrow', 1e300, -1e300, 8.64e15 + 1]) {
      const answer = await api.call('POST', secrets(), { name: 'Odd', expiresAt });
      expect(answer.status, answer.body).toBe(400);
    }
  });

  it('has unique names', async () => {
    await add('Mine');
    await add('Yours');
    const again = await api.call('POST', secrets(), { name: 'Mine' });
    expect(outcome(again)).toEqual([422, 'application.secret_name_exists']);
    const renamed = await api.call('PATCH', secrets('/Yours'), { name: 'Mine' });
    expect(outcome(renamed)).toEqual([422, 'application.secret_name_exists']);
  });

  it.each(['with space', 'ünïcödé', '100%', 'a?b#c', 'x'.repeat(256), 'ü'.repeat(256)])(
    'is addressed by its name: %s',
    async (name) => {
      const { value } = await add(name);
      const at = secrets(`/${encodeURIComponent(name)}`);
      const renamed = await api.call('PATCH', at, { name: `${name.slice(0, 200)}!` });
      expect(renamed.json()).toMatchObject({ name: `${name.slice(0, 200)}!`, value });
      expect(outcome(await api.call('DELETE', at))).toEqual([404, 'entity.not_exists_with_id']);
      const gone = await api.call('DELETE', secrets(`/${encodeURIComponent(`${name.slice(0, 200)}!`)}`));
      expect(gone.status).toBe(204);
      expect((await authenticate(value)).status).toBe(401);
    },
  );

  it.each(['', 'a/b', 'a\\b', '..', '.', 'line\nbreak', 'x'.repeat(257)])(
    'rejects a name that cannot be used in a path: %j',
    async (name) => {
      const answer = await api.call('POST', secrets(), { name });
      expect(outcome(answer)).toEqual([400, 'guard.invalid_input']);
      expect((answer.json() as { data: { issues: { path: string[] }[] } }).data.issues[0]?.path).toEqual(['name']);
    },
  );

  it('A55 is found only under its own application', async () => {
    const other = await newApplication(api, { type: 'MachineToMachine' });
    await add('Here');
    for (const [method, json] of [
      ['PATCH', { name: 'There' }],
      ['DELETE', undefined],
    ] as const) {
      const answer = await api.call(method, `/applications/${other.id}/secrets/Here`, json);
      expect(outcome(answer)).toEqual([404, 'entity.not_exists_with_id']);
    }
    expect(outcome(await api.call('GET', '/applications/nobody/secrets'))).toEqual([404, 'entity.not_exists_with_id']);
    expect(outcome(await api.call('POST', '/applications/nobody/secrets', { name: 'x' }))[0]).toBe(404);
  });

  it('removes a legacy secret named by the migration', async () => {
    expect(outcome(await api.call('DELETE', `/applications/${machine.id}/legacy-secret`))).toEqual([
      400,
      'application.no_legacy_secret_found',
    ]);
    const legacy = (await add('Legacy secret')).value;
    expect((await authenticate(legacy)).status).toBe(200);
    const removed = await api.call('DELETE', `/applications/${machine.id}/legacy-secret`);
    expect([removed.status, removed.json()]).toMatchObject([200, { id: machine.id, secret: '' }]);
    expect((await authenticate(legacy)).status).toBe(401);
  });

  it('works for the Management API only while the application is an administrator', async () => {
    expect((await authenticate(machine.clientSecret)).body.scope).toBe('all');
    expect((await api.call('GET', `/applications/${machine.id}`)).json()).toMatchObject({ isAdmin: true });
    await api.call('PATCH', `/applications/${machine.id}`, { isAdmin: false });
    expect((await api.call('GET', `/applications/${machine.id}`)).json()).toMatchObject({ isAdmin: false });
    const { body } = await authenticate(machine.clientSecret);
    expect(body.scope ?? '').toBe('');
    const headers = { authorization: `Bearer ${body.access_token}` };
    expect(outcome(await api.call('GET', '/applications', undefined, headers))).toEqual([403, 'auth.forbidden']);
  });
});
