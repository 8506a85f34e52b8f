// Signing and cookie keys of a tenant: rotated, deleted, and what that means for what they have signed.
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

  it('starts with one key of each kind, and never shows what it is made of', async () => {
    expect(await list()).toEqual([
      { id: expect.any(String), createdAt: expect.any(Number), signingKeyAlgorithm: 'EC' },
    ]);
    expect(await list('cookie-keys')).toEqual([{ id: expect.any(String), createdAt: expect.any(Number) }]);
  });

  it('signs with the new key once the rotation is answered, and verifies with the one before', async () => {
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

  it('signs ID tokens with the current key of another kind, too', async () => {
    const [current] = await rotate('private-keys', { signingKeyAlgorithm: 'RSA' });
    const { tokens } = await obtainTokens({ base, client: demoApp(base), username: 'ada', register: true });
    expect(decodeProtectedHeader(tokens.id_token ?? '')).toMatchObject({ alg: 'RS256', kid: current?.id });
  });

  it('deletes a key, and with it the validity of what it signed; never the last one', async () => {
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

  it('keeps people signed in over one rotation of the cookie keys, and not over two', async () => {
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

  it('refuses kinds of keys that nobody knows', async () => {
    const answer = await api.call('POST', '/configs/oidc/private-keys/rotate', { signingKeyAlgorithm: 'DSA' });
    expect([answer.status, answer.json()]).toMatchObject([400, { code: 'guard.invalid_input' }]);
  });
});
