// Signing and cookie keys: rotation, deletion, and the effect on existing signatures.
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type Application, newApplication } from '../harness/applications.ts';
import { addResource } from '../harness/permissions.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { authorizeAgain } from '../harness/session.ts';
import { demoApp, obtainTokens, tokenRequest } from '../harness/sign-in.ts';

type Key = { id: string; createdAt: number; signingKeyAlgorithm?: string };
const stock = 'https://stock.example.com';

describe('signing keys', () => {
  let server: TestServer;
  let api: ManagementApi;
  let base: string;
  let machine: Application;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    base = server.base('default');
    machine = await newApplication(api, { type: 'MachineToMachine' });
    await addResource(server, 'default', { indicator: stock, scopes: ['read:stock'] });
  });

  const list = async (type = 'private-keys'): Promise<Key[]> => (await api.call('GET', `/configs/oidc/${type}`)).json();
  const rotate = async (type: string, body: object = {}): Promise<Key[]> => {
    const answer = await api.call('POST', `/configs/oidc/${type}/rotate`, body);
    expect(answer.status, answer.body).toBe(200);
    return answer.json();
  };
  const token = async (): Promise<string> => {
    const { body, status } = await tokenRequest(base, machine, { grant_type: 'client_credentials', resource: stock });
    expect(status).toBe(200);
    return body.access_token;
  };
  const verify = (jwt: string) =>
    jwtVerify(jwt, createRemoteJWKSet(new URL(`${base}/oidc/jwks`)), { issuer: `${base}/oidc`, audience: stock });

  it('starts with one key of each type, and never shows its value', async () => {
    expect(await list()).toEqual([
      { id: expect.any(String), createdAt: expect.any(Number), signingKeyAlgorithm: 'EC' },
    ]);
    expect(await list('cookie-keys')).toEqual([{ id: expect.any(String), createdAt: expect.any(Number) }]);
  });

  it('signs with the new key after a rotation, and still verifies with the previous one', async () => {
    const [first] = await list();
    const before = await token();
    expect(decodeProtectedHeader(before)).toMatchObject({ alg: 'ES256', kid: first?.id });
    const [second, ...others] = await rotate('private-keys', { signingKeyAlgorithm: 'RSA' });
    expect([second?.signingKeyAlgorithm, others]).toEqual(['RSA', [first]]);
    const after = await token();
    expect(decodeProtectedHeader(after)).toMatchObject({ alg: 'RS256', kid: second?.id });
    for (const jwt of [before, after]) await verify(jwt);

    const third = await rotate('private-keys');
    expect(third.map(({ signingKeyAlgorithm }) => signingKeyAlgorithm)).toEqual(['EC', 'RSA']);
    expect(decodeProtectedHeader(await token()).kid).toBe(third[0]?.id);
    await expect(verify(before)).rejects.toThrow('no applicable key');
    await verify(after);
  });

  it('signs ID tokens with the current key of another algorithm, too', async () => {
    const [current] = await rotate('private-keys', { signingKeyAlgorithm: 'RSA' });
    const { tokens } = await obtainTokens({ base, client: demoApp(base), username: 'ada', register: true });
    expect(decodeProtectedHeader(tokens.id_token ?? '')).toMatchObject({ alg: 'RS256', kid: current?.id });
  });

  it('a schedule publishes the next key, which takes over at the next rotation', async () => {
    const path = '/configs/oidc/private-keys/rotation';
    const none = { everyDays: null, nextRotationAt: null, nextKey: null };
    expect((await api.call('GET', path)).json()).toEqual(none);
    const [current] = await rotate('private-keys');
    const scheduled = (await api.call('PATCH', path, { everyDays: 90 })).json() as { nextKey: Key };
    const due = (current?.createdAt ?? 0) + 90 * 24 * 3_600_000;
    expect(scheduled).toMatchObject({ everyDays: 90, nextRotationAt: due, nextKey: { signingKeyAlgorithm: 'EC' } });
    expect((await api.call('GET', path)).json()).toEqual(scheduled);
    const published = async () => {
      const { keys } = (await (await fetch(`${base}/oidc/jwks`)).json()) as { keys: { kid: string }[] };
      return keys.map(({ kid }) => kid);
    };
    await expect.poll(published).toContain(scheduled.nextKey.id);
    expect(decodeProtectedHeader(await token()).kid).toBe(current?.id);
    const [promoted, previous] = await rotate('private-keys');
    expect([promoted?.id, previous?.id]).toEqual([scheduled.nextKey.id, current?.id]);
    expect(decodeProtectedHeader(await token()).kid).toBe(promoted?.id);
    const { nextKey } = (await api.call('GET', path)).json() as { nextKey: Key };
    expect([promoted?.id, previous?.id]).not.toContain(nextKey.id);
    for (const everyDays of [0, 366, 1.5, 'x', undefined]) {
      expect((await api.call('PATCH', path, { everyDays })).status).toBe(400);
    }
    expect((await api.call('PATCH', path, { everyDays: null })).json()).toEqual(none);
    await expect.poll(published).toEqual([promoted?.id, previous?.id]);
  });

  it('deleting a key invalidates its signatures; the last one cannot be deleted', async () => {
    const [, previous] = await rotate('private-keys');
    const [current] = await list();
    expect((await api.call('DELETE', `/configs/oidc/private-keys/${previous?.id}`)).status).toBe(204);
    expect(await list()).toEqual([current]);
    const { keys } = (await (await fetch(`${base}/oidc/jwks`)).json()) as { keys: { kid: string }[] };
    expect(keys.map(({ kid }) => kid)).toEqual([current?.id]);
    const unknown = await api.call('DELETE', `/configs/oidc/private-keys/${previous?.id}`);
    expect([unknown.status, unknown.json()]).toMatchObject([404, { code: 'oidc.key_not_found' }]);
    const last = await api.call('DELETE', `/configs/oidc/private-keys/${current?.id}`);
    expect([last.status, last.json()]).toMatchObject([422, { code: 'oidc.key_required' }]);
    await verify(await token());
  });

  it('keeps users signed in over one rotation of cookie keys, but not over two', async () => {
    const client = demoApp(base);
    const { visitor } = await obtainTokens({ base, client, username: 'grace', register: true });
    const silently = async () => (await authorizeAgain({ base, client, visitor, prompt: 'none' })).response;
    expect((await silently()).get('code')).toBeTruthy();
    const [first] = await list('cookie-keys');
    const rotated = await rotate('cookie-keys', { signingKeyAlgorithm: 'RSA' });
    expect(rotated).toEqual([{ id: expect.any(String), createdAt: expect.any(Number) }, first]);
    expect((await silently()).get('code')).toBeTruthy();
    const idle = await obtainTokens({ base, client, username: 'lost', register: true });
    await rotate('cookie-keys');
    await rotate('cookie-keys');
    const lost = await authorizeAgain({ base, client, visitor: idle.visitor, prompt: 'none' });
    expect(lost.response.get('error')).toBe('login_required');
  });

  it('records rotations and deletions without the keys', async () => {
    const [row] = await server.query<{ operation: string; after: { value: string } }>(
      `select operation, after from change_records where tenant_id = 'default' and entity_id = 'oidc.privateKeys'
       and operation = 'signing-key.rotated' order by created_at desc limit 1`,
    );
    expect(row).toMatchObject({
      operation: 'signing-key.rotated',
      after: { key: 'oidc.privateKeys', value: '******' },
    });
  });

  it('rejects unknown key types', async () => {
    const answer = await api.call('POST', '/configs/oidc/private-keys/rotate', { signingKeyAlgorithm: 'DSA' });
    expect([answer.status, answer.json()]).toMatchObject([400, { code: 'guard.invalid_input' }]);
  });
});
