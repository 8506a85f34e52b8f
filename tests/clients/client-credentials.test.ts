// Client credentials, and application secrets.
import * as jose from 'jose';
import * as oidc from 'openid-client';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type Application, newApplication } from '../harness/applications.ts';
import { addResource, addRole, announce, giveRole } from '../harness/permissions.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { tokenRequest } from '../harness/sign-in.ts';

const stock = 'https://stock.example.com';

describe('client credentials', () => {
  let server: TestServer;
  let api: ManagementApi;
  let base: string;
  let machine: Application;

  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    base = server.base('default');
    machine = await newApplication(api, { type: 'MachineToMachine' });
    const resourceId = await addResource(server, 'default', {
      indicator: stock,
      scopes: ['read:stock', 'write:stock'],
      accessTokenTtl: 1200,
    });
    const roleId = await addRole(server, 'default', { type: 'MachineToMachine', resourceId, scopes: ['read:stock'] });
    await giveRole(server, 'default', roleId, { application: machine.id });
  });

  const ask = (form: Record<string, string> = {}, client: Application = machine) =>
    tokenRequest(base, client, { grant_type: 'client_credentials', resource: stock, ...form });
  const withSecret = (clientSecret: string) => ask({}, { ...machine, clientSecret });

  it('gives openid-client a token for a resource', async () => {
    const config = await oidc.discovery(
      new URL(`${base}/oidc`),
      machine.id,
      machine.clientSecret,
      oidc.ClientSecretBasic(),
      {
        execute: [oidc.allowInsecureRequests],
      },
    );
    const token = await oidc.clientCredentialsGrant(config, { resource: stock, scope: 'read:stock' });
    expect(token).toMatchObject({ token_type: 'bearer', expires_in: 1200, scope: 'read:stock' });
    const payload = JSON.parse(Buffer.from(token.access_token.split('.')[1] ?? '', 'base64url').toString());
    expect(payload).toMatchObject({ sub: machine.id, client_id: machine.id, aud: stock, scope: 'read:stock' });
    expect(payload.exp - payload.iat).toBe(1200);
  });

  it('gives the same response by the fast path and through the library', async () => {
    const form = {
      grant_type: 'client_credentials',
      client_id: machine.id,
      client_secret: machine.clientSecret,
      resource: stock,
      scope: 'read:stock nonsense',
    };
    const send = async (contentType: string, body: string) => {
      const answer = await fetch(`${base}/oidc/token`, {
        method: 'POST',
        headers: { 'content-type': contentType, 'user-agent': contentType },
        body,
      });
      const { access_token: token, ...rest } = (await answer.json()) as { access_token: string };
      const [header, payload] = token.split('.').map((part) => Buffer.from(part, 'base64url').toString());
      const { jti, iat, exp, ...claims } = JSON.parse(payload ?? '');
      // Skip headers that only browsers use for cross-origin requests.
      const others = /^(date|content-length|tessera-core-request-id|vary|access-control-.*)$/;
      const headers = [...answer.headers].filter(([name]) => !others.test(name));
      return { headers, rest, header: JSON.parse(header ?? ''), claims, jtiLength: jti.length, lifetime: exp - iat };
    };
    const short = await send('application/x-www-form-urlencoded', new URLSearchParams(form).toString());
    const long = await send('application/json', JSON.stringify(form));
    expect(short).toEqual(long);
    const readRecorded = async () =>
      (await server.query(
        `select payload->>'userAgent' as way, payload - 'userAgent' as payload from logs
         where tenant_id = 'default' and key = 'ExchangeTokenBy.ClientCredentials'
           and payload->>'userAgent' in ('application/x-www-form-urlencoded', 'application/json')`,
      )) as { way: string; payload: object }[];
    await expect.poll(async () => (await readRecorded()).length).toBe(2);
    const [one, other] = await readRecorded();
    expect(one?.payload).toEqual(other?.payload);
  });

  it('drops scopes the application does not have, and returns an empty scope', async () => {
    expect((await ask({ scope: 'read:stock write:stock nonsense' })).body.scope).toBe('read:stock');
    const { status, body } = await ask({ scope: 'write:stock' });
    expect([status, Object.keys(body).sort()]).toEqual([200, ['access_token', 'expires_in', 'scope', 'token_type']]);
    expect([body.scope, jose.decodeJwt(String(body.access_token)).scope]).toEqual(['', '']);
    // A body without a charset is answered without the library.
    const answer = await fetch(`${base}/oidc/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        ...{ grant_type: 'client_credentials', resource: stock, scope: 'write:stock' },
        ...{ client_id: machine.id, client_secret: machine.clientSecret },
      }).toString(),
    });
    const plain = (await answer.json()) as { access_token: string; scope: string };
    expect([plain.scope, jose.decodeJwt(plain.access_token).scope]).toEqual(['', '']);
  });

  it('requires one known resource', async () => {
    const cases = [
      [{ resource: '' }, 'both `resource` and `organization_id` are not provided'],
      [{ resource: 'https://nowhere.example.com' }, 'resource indicator is missing, or unknown'],
    ] as const;
    for (const [form, error_description] of cases) {
      expect((await ask(form)).body).toMatchObject({ error: 'invalid_target', error_description });
    }
    const two = await fetch(`${base}/oidc/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${machine.id}:${machine.clientSecret}`).toString('base64')}` },
      body: new URLSearchParams([
        ['grant_type', 'client_credentials'],
        ['resource', stock],
        ['resource', 'https://default.tessera.app/api'],
      ]),
    });
    expect(await two.json()).toMatchObject({
      error: 'invalid_target',
      error_description: 'only a single resource indicator value is supported for this grant type',
    });
  });

  it('uses the default resource when none is named', async () => {
    const isDefault = async (value: boolean) => {
      await server.query(`update resources set is_default = $1 where tenant_id = 'default' and indicator = $2`, [
        value,
        stock,
      ]);
      await announce(server, 'default', 'resources');
    };
    await isDefault(true);
    const { status, body } = await ask({ resource: '', scope: 'read:stock' });
    await isDefault(false);
    expect([status, body.scope]).toEqual([200, 'read:stock']);
  });

  it('accepts every named secret, and records which one was used', async () => {
    const created = await api.call('POST', `/applications/${machine.id}/secrets`, { name: 'second' });
    const { value } = created.json() as { value: string };
    expect(created.status).toBe(201);
    expect((await withSecret(value)).status).toBe(200);
    expect((await withSecret(machine.clientSecret)).status).toBe(200);
    // The log is written in batches.
    const names = async () =>
      (
        await server.query(
          `select payload->'applicationSecret'->>'name' as name from logs
           where tenant_id = 'default' and key = 'ExchangeTokenBy.ClientCredentials' and payload->>'applicationId' = $1`,
          [machine.id],
        )
      ).map((row) => (row as { name?: string }).name);
    await expect.poll(names).toEqual(expect.arrayContaining(['second', 'Default secret']));
    await api.call('DELETE', `/applications/${machine.id}/secrets/second`);
    expect((await withSecret(value)).body).toMatchObject({ error: 'invalid_client' });
  });

  it('rejects an expired secret in every format', async () => {
    const soon = await api.call('POST', `/applications/${machine.id}/secrets`, {
      name: 'soon',
      expiresAt: Date.now() + 3_600_000,
    });
    const { value } = soon.json() as { value: string };
    expect((await withSecret(value)).status).toBe(200);
    await server.query(
      `update application_secrets set expires_at = now() - interval '1 second' where tenant_id = 'default' and name = 'soon'`,
    );
    await announce(server, 'default', 'applicationSecrets');
    const expected = {
      error: 'invalid_request',
      error_description: 'client secret has expired',
      code: 'oidc.invalid_request',
    };
    const basic = await withSecret(value);
    const posted = await ask({ client_id: machine.id, client_secret: value }, { ...machine, clientSecret: '' });
    expect([basic.status, basic.body]).toMatchObject([400, expected]);
    expect([posted.status, posted.body]).toMatchObject([400, expected]);
    expect((await withSecret(machine.clientSecret)).status).toBe(200);
  });

  it('accepts a legacy secret under the name the migration gave it', async () => {
    const added = await api.call('POST', `/applications/${machine.id}/secrets`, { name: 'Legacy secret' });
    const { value } = added.json() as { value: string };
    expect((await withSecret(value)).status).toBe(200);
    expect((await api.call('DELETE', `/applications/${machine.id}/legacy-secret`)).status).toBe(200);
    expect((await withSecret(value)).body.error).toBe('invalid_client');
  });

  it('rejects wrong, empty, duplicate and contradictory credentials', async () => {
    const { clientSecret } = machine;
    const none = { ...machine, clientSecret: '' };
    expect((await withSecret(`${clientSecret}x`)).body.error).toBe('invalid_client');
    expect((await ask({}, none)).body).toMatchObject({ error: 'invalid_client' });
    expect((await ask({ client_id: machine.id, client_secret: '' }, none)).body.error).toBe('invalid_client');
    expect((await ask({ client_secret: clientSecret })).body.error).toBe('invalid_request');
    expect((await ask({ client_id: 'demo-app' })).body.error).toBe('invalid_request');
    const unknown = await ask({}, { ...machine, clientId: 'nobody' });
    expect([unknown.status, unknown.body]).toMatchObject([401, { error: 'invalid_client' }]);
  });

  it('signs no user in, and is for machine-to-machine applications only', async () => {
    const web = await newApplication(api, { type: 'Traditional' });
    expect((await ask({}, web)).body).toMatchObject({
      error: 'invalid_request',
      error_description: 'requested grant type is not allowed for this client',
    });
    const query = new URLSearchParams({ client_id: machine.id, response_type: 'code', scope: 'openid' });
    const answer = await fetch(`${base}/oidc/auth?${query}`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
  });
});
