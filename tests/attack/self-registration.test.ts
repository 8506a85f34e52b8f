// R142: what anyone sends to the registration endpoint (RFC 7591) while it is open.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { describedClient } from '../harness/metadata-documents.ts';
import { type Providers, startProviders } from '../harness/providers.ts';
import { type TestServer, useServer } from '../harness/server.ts';

describe('registrations', () => {
  let server: TestServer;
  let api: ManagementApi;
  let base: string;
  let providers: Providers;
  beforeAll(async () => {
    providers = await startProviders();
    server = await useServer({ env: providers.env });
    api = await managementApi(server);
    base = server.base('default');
    const redirectHosts = ['localhost', 'app.example.com', '*.tools.example'];
    const rules = { isEnabled: true, redirectHosts, userScopes: ['profile'], perHour: 1000, limit: 10_000 };
    expect((await api.call('PATCH', '/configs/client-registration', rules)).status).toBe(200);
  });
  afterAll(() => providers.stop());
  const register = async (changes: object) => {
    const response = await fetch(`${base}/oidc/reg`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...describedClient, ...changes }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const registered = () =>
    server.query<Record<string, unknown>>('select * from applications where is_self_registered order by created_at');

  it.each([
    'https://app.example.com.evil.test/',
    'https://evil.test/app.example.com',
    'https://evil.test#app.example.com',
    'https://evil.test?app.example.com',
    'https://evil.test\\app.example.com/',
    'https://app.example.com@evil.test/',
    'https://someone@app.example.com/',
    'https://app.example.com./',
    'https://tools.example/',
    'https://eviltools.example/',
    'https://*.tools.example/',
    'http://app.example.com/',
    'http://localhost.evil.test/',
    'http://localhost@evil.test/',
    'http://127.0.0.1.evil.test/',
    'http://0.0.0.0/',
    'http://192.168.0.1/',
    'app.example.com://callback',
    'javascript:alert(1)//app.example.com',
    'data:text/html,app.example.com',
  ])('R142 users are not sent to %s', async (uri) => {
    const before = (await registered()).length;
    for (const changes of [{ redirect_uris: [uri] }, { post_logout_redirect_uris: [uri] }]) {
      const { status, body } = await register(changes);
      expect([status, body.error]).toEqual([400, expect.stringMatching(/^invalid_(redirect_uri|client_metadata)$/)]);
    }
    expect((await registered()).length).toBe(before);
  });

  it('R142 an application says only what it may about itself', async () => {
    const { status, body } = await register({
      ...{ client_id: 'demo-app', client_secret: 'chosen', registration_access_token: 'chosen' },
      ...{ id: 'demo-app', isThirdParty: false, is_third_party: false, isAdmin: true, corsAllowedOrigins: ['*'] },
      ...{ scope: 'openid profile email roles all', accessTokenTtl: 86_400, skip_consent: true },
    });
    expect([status, body]).toEqual([201, expect.objectContaining({ scope: 'openid offline_access profile' })]);
    for (const name of ['client_secret', 'registration_access_token']) expect(body).not.toHaveProperty(name);
    const row = (await registered()).at(-1);
    expect(row).toMatchObject({
      ...{ id: body.client_id, type: 'Native', is_third_party: true, custom_data: {} },
      custom_client_metadata: { grantTypes: ['authorization_code', 'refresh_token'] },
    });
    expect(row?.id).not.toBe('demo-app');
    expect((await api.call('GET', `/applications/${row?.id}`)).json()).toMatchObject({ isAdmin: false });
  });

  it('R142 nothing is read that a registration names', async () => {
    providers.on('other.example.com', () => ({ body: [] }));
    const [requests, refused] = [providers.requests.length, providers.refused.length];
    const url = 'https://other.example.com/';
    await register({
      ...{ sector_identifier_uri: url, jwks_uri: url, logo_uri: url, client_uri: url, policy_uri: url, tos_uri: url },
      ...{ request_uris: [url], initiate_login_uri: url, backchannel_logout_uri: url, software_statement: url },
    });
    expect([providers.requests.length, providers.refused.length]).toEqual([requests, refused]);
    const stored = JSON.stringify(await registered());
    expect(stored).not.toContain('other.example.com');
  });

  it('R142 a registered application is neither read nor changed without sign-in', async () => {
    const { status, body } = await register({});
    expect(status).toBe(201);
    expect(body).not.toHaveProperty('registration_client_uri');
    const before = await registered();
    const headers = { authorization: 'Bearer none' };
    for (const [method, status] of [
      // No access token for this exists.
      ['GET', 401],
      ['PUT', 404],
      ['DELETE', 404],
      ['PATCH', 404],
    ] as const) {
      const answer = await fetch(`${base}/oidc/reg/${String(body.client_id)}`, { method, headers });
      expect([method, answer.status]).toEqual([method, status]);
    }
    expect(await registered()).toEqual(before);
  });
});
