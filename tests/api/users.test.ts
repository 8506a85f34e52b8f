import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi, managementResource } from '../harness/api.ts';
import { callerWith, meResource, registerConsoleUser } from '../harness/console-user.ts';
import { outcome } from '../harness/interactions.ts';
import { newRole } from '../harness/roles.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { demoApp, obtainTokens, password } from '../harness/sign-in.ts';
import { newUser } from '../harness/users.ts';

describe('users', () => {
  let server: TestServer;
  let api: ManagementApi;
  const dataDir = mkdtempSync(join(tmpdir(), 'tessera-users-'));
  beforeAll(async () => {
    server = await useServer({ env: { DATA_DIR: dataDir } });
    api = await managementApi(server);
  });
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
  const get = async (id: string, query = '') => (await api.call('GET', `/users/${id}${query}`)).json() as object;
  const patch = (id: string, body: object, at = '') => api.call('PATCH', `/users/${id}${at}`, body);

  it('creates users with no fields and with all fields', async () => {
    const nobody = await newUser(api);
    expect(nobody).toMatchObject({ username: null, primaryEmail: null, hasPassword: false, isSuspended: false });
    expect(nobody.id).toMatch(/^[a-z0-9]{12}$/);
    const whole = {
      username: 'whole',
      primaryEmail: 'Whole@example.com',
      primaryPhone: '4915112340000',
      name: 'Whole Person',
      avatar: 'https://example.com/whole.png',
      customData: { plan: 'gold' },
      profile: { givenName: 'Whole', address: { locality: 'Bonn' } },
    };
    const created = await newUser(api, { ...whole, password });
    expect(created).toMatchObject({ ...whole, hasPassword: true, identities: {}, lastSignInAt: null });
    expect(await get(created.id)).toEqual({ ...created, mfaFactors: [] });
    expect(await get(created.id, '?includeSsoIdentities=true')).toEqual({
      ...created,
      mfaFactors: [],
      ssoIdentities: [],
    });
  });

  it('assigns default roles', async () => {
    const { id: roleId } = await newRole(api, { isDefault: true });
    const { id } = await newUser(api);
    const roles = (await api.call('GET', `/users/${id}/roles`)).json() as { id: string }[];
    expect(roles.map((role) => role.id)).toEqual([roleId]);
    await api.call('DELETE', `/roles/${roleId}`);
  });

  it('updates what is sent, replaces data as a whole, and clears empty values', async () => {
    const before = { username: 'changing', primaryEmail: 'changing@example.com', name: 'Before', customData: { a: 1 } };
    const { id } = await newUser(api, before);
    const changed = await patch(id, { name: 'After', customData: { b: 2 }, profile: { nickname: 'After' } });
    const after = { ...before, name: 'After', customData: { b: 2 }, profile: { nickname: 'After' } };
    expect([changed.status, changed.json()]).toMatchObject([200, after]);
    expect(outcome(await patch(id, {}))).toEqual([422, 'entity.invalid_input']);
    expect((await api.call('GET', `/users/${id}`)).json()).toMatchObject(after);
    const emptied = await patch(id, { name: '', username: '', primaryEmail: null, profile: {} });
    expect(emptied.json()).toMatchObject({ name: null, username: null, primaryEmail: null, profile: {} });
    expect((await patch(id, { profile: { unheardOf: 'x', nickname: 'Kept' } })).json()).toMatchObject({
      profile: { nickname: 'Kept' },
    });
  });

  it('merges custom data and profile at their own paths', async () => {
    const { id } = await newUser(api, { customData: { a: 1, b: { c: 1 } }, profile: { nickname: 'N', gender: 'x' } });
    const data = await patch(id, { customData: { b: { d: 2 }, e: null } }, '/custom-data');
    expect([data.status, data.json()]).toEqual([200, { a: 1, b: { d: 2 }, e: null }]);
    expect((await api.call('GET', `/users/${id}/custom-data`)).json()).toEqual(data.json());
    const profile = await patch(id, { profile: { nickname: 'M', unheardOf: 'x' } }, '/profile');
    expect([profile.status, profile.json()]).toEqual([200, { nickname: 'M', gender: 'x' }]);
    expect(await get(id)).toMatchObject({ customData: data.json(), profile: profile.json() });
    // Concurrent patches don't lose changes.
    const many = Array.from({ length: 10 }, (_, n) => patch(id, { customData: { [`key${n}`]: n } }, '/custom-data'));
    await Promise.all(many);
    expect(Object.keys((await api.call('GET', `/users/${id}/custom-data`)).json())).toHaveLength(13);
  });

  it('F22 user data has a size limit, also when sent in parts', async () => {
    const { id } = await newUser(api);
    const part = 'x'.repeat(40_000);
    const big = { part, more: part };
    expect(outcome(await api.call('POST', '/users', { customData: big }))).toEqual([400, 'guard.invalid_input']);
    expect(outcome(await patch(id, { customData: big }))).toEqual([400, 'guard.invalid_input']);
    expect((await patch(id, { customData: { part } }, '/custom-data')).status).toBe(200);
    expect(outcome(await patch(id, { customData: { more: part } }, '/custom-data'))).toEqual([
      400,
      'guard.invalid_input',
    ]);
    expect(await get(id)).toMatchObject({ customData: { part } });
  });

  // biome-ignore format: one line each
  const bad: [string, object, [number, string]][] = [
    ['a username that begins with a digit', { username: '4ada' }, [400, 'guard.invalid_input']],
    ['a username with a space', { username: 'ada lovelace' }, [400, 'guard.invalid_input']],
    ['a username that is an address', { username: 'ada@example.com' }, [400, 'guard.invalid_input']],
    ['an address without a dot', { primaryEmail: 'ada@example' }, [400, 'guard.invalid_input']],
    ['an address with a letter nobody sees', { primaryEmail: 'ada\u200d@example.com' }, [400, 'guard.invalid_input']],
    ['an address too long', { primaryEmail: `${'a'.repeat(120)}@example.com` }, [400, 'guard.invalid_input']],
    ['a number with a plus', { primaryPhone: '+4915112345678' }, [400, 'guard.invalid_input']],
    ['a number of no country', { primaryPhone: '0015112345678' }, [422, 'user.invalid_phone']],
    ['a number that is too short', { primaryPhone: '4912' }, [422, 'user.invalid_phone']],
    ['a number that is too long', { primaryPhone: '4915112345678901' }, [422, 'user.invalid_phone']],
    ['a name too long', { name: 'x'.repeat(129) }, [400, 'guard.invalid_input']],
    ['a picture that is a script', { avatar: 'javascript:alert(1)' }, [400, 'guard.invalid_input']],
    ['a picture that is no address', { avatar: 'picture.png' }, [400, 'guard.invalid_input']],
    ['data that is a list', { customData: [] }, [400, 'guard.invalid_input']],
    ['a profile with a number', { profile: { nickname: 5 } }, [400, 'guard.invalid_input']],
    ['NUL in a name', { name: 'a\u0000b' }, [400, 'guard.invalid_input']],
    ['half a letter in the data', { customData: { a: '\ud800' } }, [400, 'guard.invalid_input']],
  ];
  it.each(bad)('A53 rejects %s, in creations and updates', async (_, body, refusal) => {
    const { id } = await newUser(api);
    expect(outcome(await api.call('POST', '/users', body))).toEqual(refusal);
    expect(outcome(await patch(id, body))).toEqual(refusal);
  });

  describe('A79 identifiers are unique', () => {
    const taken = { username: 'Taken_Name', primaryEmail: 'taken@example.com', primaryPhone: '61412345678' };
    beforeAll(async () => void (await newUser(api, taken)));
    // biome-ignore format: one line each
    const collisions: [string, Record<string, string>, string][] = [
      ['a username', { username: 'Taken_Name' }, 'user.username_already_in_use'],
      ['an address', { primaryEmail: 'taken@example.com' }, 'user.email_already_in_use'],
      ['an address in capitals', { primaryEmail: 'TAKEN@Example.com' }, 'user.email_already_in_use'],
      ['a number', { primaryPhone: '61412345678' }, 'user.phone_already_in_use'],
      ['a number with the national 0', { primaryPhone: '610412345678' }, 'user.phone_already_in_use'],
    ];
    it.each(collisions)('%s', async (_, body, code) => {
      const { id } = await newUser(api);
      expect(outcome(await api.call('POST', '/users', body))).toEqual([422, code]);
      expect(outcome(await patch(id, body))).toEqual([422, code]);
    });

    it.each(collisions)('C04 %s: only one of many concurrent requests gets it', async (_, body, code) => {
      const free = { Taken_Name: 'Free_Name', 'taken@example.com': 'free@example.com' } as Record<string, string>;
      const wanted = Object.fromEntries(
        Object.entries(body).map(([field, value]) => [
          field,
          free[value] ?? value.replace(/12345678|taken/i, '98765432'),
        ]),
      );
      const answers = await Promise.all(Array.from({ length: 8 }, () => api.call('POST', '/users', wanted)));
      const outcomes = answers.map((answer) => outcome(answer).join()).toSorted();
      expect(outcomes).toEqual(['200', ...Array.from({ length: 7 }, () => `422,${code}`)]);
      for (const answer of answers.filter(({ status }) => status === 200)) {
        await api.call('DELETE', `/users/${(answer.json() as { id: string }).id}`);
      }
    });

    it("keeping one's own identifier is not a conflict", async () => {
      const own = { username: 'own_name', primaryEmail: 'own@example.com', primaryPhone: '4915112347777' };
      const { id } = await newUser(api, own);
      expect((await patch(id, { ...own, primaryEmail: 'OWN@example.com' })).status).toBe(200);
    });
  });

  it('sets a password, and reports whether there is one and whether it matches', async () => {
    const { id } = await newUser(api, { username: 'with_password' });
    const has = async () => (await api.call('GET', `/users/${id}/has-password`)).json();
    const verify = (given: string) => api.call('POST', `/users/${id}/password/verify`, { password: given });
    expect(await has()).toEqual({ hasPassword: false });
    expect(outcome(await verify('any'))).toEqual([422, 'session.invalid_credentials']);
    // The policy applies only to users who set their own password.
    const set = await patch(id, { password: '1' }, '/password');
    expect([set.status, set.json()]).toMatchObject([200, { id, hasPassword: true }]);
    expect(await has()).toEqual({ hasPassword: true });
    expect((await verify('1')).status).toBe(204);
    expect(outcome(await verify('2'))).toEqual([422, 'session.invalid_credentials']);
    expect(outcome(await patch(id, { password: '' }, '/password'))).toEqual([400, 'guard.invalid_input']);
    await obtainTokens({
      base: server.origin,
      client: demoApp(server.origin),
      username: 'with_password',
      password: '1',
    });
    expect(await get(id)).toMatchObject({ lastSignInAt: expect.any(Number), applicationId: 'demo-app' });
  });

  it('accepts a password hash with its algorithm, and not together with a password', async () => {
    const [row] = await server.query<{ hash: string }>(
      `select password_encrypted as hash from users where username = 'whole'`,
    );
    const digest = { passwordDigest: row?.hash, passwordAlgorithm: 'Argon2id' };
    const { id } = await newUser(api, { username: 'imported', ...digest });
    expect((await api.call('POST', `/users/${id}/password/verify`, { password })).status).toBe(204);
    const create = async (body: object) => outcome(await api.call('POST', '/users', body));
    expect(await create({ password, ...digest })).toEqual([400, 'user.password_and_digest']);
    expect(await create({ passwordDigest: row?.hash })).toEqual([400, 'user.password_algorithm_required']);
    expect(await create({ ...digest, passwordAlgorithm: 'rot13' })).toEqual([400, 'guard.invalid_input']);
    expect(await create({ ...digest, passwordDigest: 'x'.repeat(257) })).toEqual([400, 'guard.invalid_input']);
  });

  it('A57 rejects unknown fields', async () => {
    const smuggled = {
      ...{ id: 'chosen', tenantId: 'admin', isSuspended: true, lastSignInAt: 1, createdAt: 1, updatedAt: 1 },
      ...{
        passwordEncrypted: 'x',
        passwordEncryptionMethod: 'MD5',
        mfaVerifications: [{}],
        mfaSettings: { skipped: true },
      },
      ...{ identities: { peer: { userId: 'x' } }, applicationId: 'x', hasPassword: true, roleIds: ['admin-role'] },
    };
    const created = await newUser(api, { name: 'Smuggler', ...smuggled });
    await patch(created.id, smuggled);
    await patch(created.id, { customData: {}, ...smuggled }, '/custom-data');
    await patch(created.id, { profile: smuggled, ...smuggled }, '/profile');
    const [row] = await server.query(`select * from users where name = 'Smuggler'`);
    expect(row).toMatchObject({
      ...{ id: created.id, tenant_id: 'default', is_suspended: false, last_sign_in_at: null, application_id: null },
      ...{ password_encrypted: null, mfa_verifications: [], mfa_settings: {}, identities: {}, profile: {} },
    });
    expect(new Date(String(row?.created_at)).getTime()).toBeGreaterThan(1e12);
    expect((await api.call('GET', `/users/${created.id}/roles`)).json()).toEqual([]);
  });

  it('A51 returns no credentials', async () => {
    const { id } = await newUser(api, { username: 'discreet', password });
    await api.call('POST', `/users/${id}/mfa-verifications`, { type: 'Totp' });
    const answers = [
      await api.call('GET', `/users/${id}?includeSsoIdentities=true`),
      await api.call('GET', '/users?search=%25discreet%25'),
      await patch(id, { name: 'D' }),
      await patch(id, { password }, '/password'),
      await patch(id, { isSuspended: true }, '/is-suspended'),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body).not.toMatch(/argon2|passwordEncrypt|mfa(?!Factors":\["Totp"\])|secret|searchText|Key"/i);
    }
    const records = await server.query(`select before, after from change_records where entity_id = $1`, [id]);
    expect(JSON.stringify(records)).not.toMatch(/argon2/);
    expect(records.length).toBeGreaterThanOrEqual(4);
  });

  it('A58 IDs of deleted users are not reused', async () => {
    const { id } = await newUser(api, { username: 'gone' });
    expect((await api.call('DELETE', `/users/${id}`)).status).toBe(204);
    expect(outcome(await api.call('GET', `/users/${id}`))).toEqual([404, 'entity.not_found']);
    expect(outcome(await api.call('DELETE', `/users/${id}`))).toEqual([404, 'entity.not_found']);
    await expect(server.query(`insert into users (tenant_id, id) values ('default', $1)`, [id])).rejects.toThrow();
    expect((await newUser(api, { id, username: 'gone' })).id).not.toBe(id);
  });

  it('A70 never requests a URL from user data', async () => {
    const seen: string[] = [];
    const receiver = createServer((request, response) => {
      seen.push(request.url ?? '');
      response.end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    try {
      const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/picture.png`;
      const body = { username: 'pictured', password, avatar: url, profile: { website: url, profile: url } };
      const { id } = await newUser(api, body);
      await patch(id, { avatar: `${url}?2` });
      const client = demoApp(server.origin);
      const { visitor, tokens } = await obtainTokens({ base: server.origin, client, username: 'pictured' });
      const me = await visitor.get(`${server.origin}/oidc/me`, { authorization: `Bearer ${tokens.access_token}` });
      expect(me.json()).toMatchObject({ picture: `${url}?2` });
      await api.call('DELETE', `/users/${id}`);
      expect(seen).toEqual([]);
    } finally {
      receiver.close();
    }
  });

  it('administrators cannot delete themselves, and avatars are deleted with their owner', async () => {
    const resource = managementResource('default');
    const { accessToken } = await registerConsoleUser(server, 'boss', [meResource, resource]);
    const [boss] = await server.query<{ id: string }>(`select id from users where tenant_id = 'admin'`);
    const id = String(boss?.id);
    const call = callerWith(server, await accessToken(resource));
    await server.query(`insert into users (tenant_id, id) values ('default', $1)`, [id]);
    expect(outcome(await call('DELETE', `/api/users/${id}`))).toEqual([400, 'user.cannot_delete_self']);
    const { id: other } = await newUser(api);
    expect((await call('DELETE', `/api/users/${other}`)).status).toBe(204);

    const form = new FormData();
    form.set('file', new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'], { type: 'image/svg+xml' }), 'boss.svg');
    const uploaded = await fetch(`${server.base('admin')}/me/user-assets`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await accessToken(meResource)}` },
      body: form,
    });
    const { url } = (await uploaded.json()) as { url: string };
    expect((await fetch(url)).status).toBe(200);
    expect((await (await managementApi(server, 'admin')).call('DELETE', `/users/${id}`)).status).toBe(204);
    expect((await fetch(url)).status).toBe(404);
    expect(await server.query('select id from user_assets')).toEqual([]);
    expect(await server.query('select hash from stored_files')).toEqual([]);
    const cached = readdirSync(dataDir, { recursive: true, withFileTypes: true });
    expect(cached.filter((entry) => entry.isFile())).toEqual([]);
  });

  it('gives the same response for every missing user', async () => {
    const calls: [string, string, object?][] = [
      ['GET', ''],
      ['PATCH', '', { name: 'X' }],
      ['DELETE', ''],
      ['GET', '/custom-data'],
      ['PATCH', '/custom-data', { customData: {} }],
      ['PATCH', '/profile', { profile: {} }],
      ['PATCH', '/password', { password: 'x' }],
      ['POST', '/password/verify', { password: 'x' }],
      ['GET', '/has-password'],
      ['PATCH', '/is-suspended', { isSuspended: true }],
      ['GET', '/sessions'],
      ['GET', '/sessions/x'],
      ['DELETE', '/sessions'],
      ['DELETE', '/sessions/x'],
    ];
    for (const [method, at, body] of calls) {
      const answer = await api.call(method, `/users/nobody${at}`, body);
      expect(outcome(answer), `${method} ${at}`).toEqual([404, 'entity.not_found']);
    }
  });
});
