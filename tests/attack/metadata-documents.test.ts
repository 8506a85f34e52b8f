// R99: client IDs that are URLs, chosen by anyone who sends a user to the sign-in page.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { agentUrl, describedClient, documentSite, enableDocuments } from '../harness/metadata-documents.ts';
import { type Providers, startProviders } from '../harness/providers.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { authorizationUrl, pkce } from '../harness/sign-in.ts';
import { newVisitor } from '../harness/visitor.ts';

const redirectUri = describedClient.redirect_uris[0] ?? '';

describe('documents of clients', () => {
  let server: TestServer;
  let api: ManagementApi;
  let base: string;
  let providers: Providers;
  let site: ReturnType<typeof documentSite>;
  beforeAll(async () => {
    providers = await startProviders();
    server = await useServer({ env: providers.env });
    api = await managementApi(server);
    base = server.base('default');
    site = documentSite(providers);
    await enableDocuments(api);
  });
  afterAll(() => providers.stop());
  const open = async (clientId: string) => {
    const client = { clientId, redirectUri };
    const { url, answer } = await newVisitor().follow(authorizationUrl({ base, client }, pkce().challenge));
    return { path: new URL(url).pathname, status: answer?.status, body: answer?.body ?? '' };
  };
  const stored = async () =>
    (await server.query<{ count: string }>('select count(*) from applications where metadata_url is not null'))[0]
      ?.count;

  it.each([
    'https://evil.test/client.json',
    'https://127.0.0.1/client.json',
    'https://localhost/client.json',
    'https://notexample.com/client.json',
    'https://agent.example.com@evil.test/client.json',
    'https://agent.example.com/a/../client.json',
    'https://agent.example.com/client.json#x',
    'https://evil.test#agent.example.com',
    'https://evil.test\\agent.example.com/',
    'http://agent.example.com/client.json',
    `https://agent.example.com/${'x'.repeat(1024)}`,
    'file:///etc/passwd',
  ])('R99 nothing is read for %s', async (clientId) => {
    const before = [providers.requests.length, providers.refused.length];
    expect(await open(clientId)).toMatchObject({ status: 400 });
    expect([providers.requests.length, providers.refused.length]).toEqual(before);
  });

  it.each([
    ['a redirect', { status: 302, headers: { location: 'https://other.example.com/client.json' } }],
    ['no JSON', { body: '<html></html>' }],
    ['a list', { body: [describedClient] }],
    ['too much', { body: { ...describedClient, padding: 'x'.repeat(2_000_000) } }],
    ['an error', { status: 500, body: describedClient }],
    ['the document of another client', { body: { ...describedClient, client_id: 'https://other.example.com/' } }],
    ['a secret', { body: { ...describedClient, client_secret: 'secret' } }],
    [
      'a way to authenticate with a secret',
      { body: { ...describedClient, token_endpoint_auth_method: 'client_secret_post' } },
    ],
    ['an address of another site', { body: { ...describedClient, redirect_uris: ['https://evil.test/callback'] } }],
    [
      'another site after sign-out',
      { body: { ...describedClient, post_logout_redirect_uris: ['https://evil.test/'] } },
    ],
    ['a grant for machines', { body: { ...describedClient, grant_types: ['client_credentials'], response_types: [] } }],
    ['a name that turns around', { body: { ...describedClient, client_name: 'Bank \u202egnorw' } }],
  ])('R99 refuses %s', async (_, answer) => {
    await site.forget(api);
    await enableDocuments(api);
    site.answer(answer);
    const opened = await open(agentUrl);
    expect(opened.status, opened.body).toBe(400);
    expect(await stored()).toBe('0');
  });

  it('R99 a document sets nothing but what an application may say about itself', async () => {
    await site.forget(api);
    await enableDocuments(api);
    site.describe({
      ...{ applicationId: 'demo-app', corsAllowedOrigins: ['https://evil.test'], accessTokenTtl: 86_400 },
      ...{ refreshTokenTtl: 31_536_000, scope: 'openid roles', logo_uri: 'https://evil.test/logo.png' },
      ...{ backchannel_logout_uri: 'https://evil.test/logout', require_pushed_authorization_requests: true },
    });
    expect(await open(agentUrl)).toMatchObject({ path: '/sign-in' });
    const [row] = await server.query<Record<string, unknown>>('select * from applications where metadata_url = $1', [
      agentUrl,
    ]);
    expect(row).toMatchObject({
      ...{ name: 'Agent', type: 'Native', is_third_party: true, is_self_registered: true },
      oidc_client_metadata: { redirectUris: [redirectUri], postLogoutRedirectUris: [] },
      custom_client_metadata: { grantTypes: ['authorization_code', 'refresh_token'] },
    });
    expect(row?.id).not.toBe('demo-app');
    await server.query('delete from applications where metadata_url is not null');
    site.describe({});
  });

  it('R99 rules apply to every sign-in, and to as many applications as allowed', async () => {
    await enableDocuments(api, { limit: 1 });
    expect(await open(agentUrl)).toMatchObject({ path: '/sign-in' });
    providers.on('second.example.com', () => ({
      body: { ...describedClient, client_id: 'https://second.example.com/' },
    }));
    expect((await open('https://second.example.com/')).status).toBe(400);
    expect(await stored()).toBe('1');
    await enableDocuments(api, { redirectHosts: ['localhost', 'second.example.com'] });
    expect((await open(agentUrl)).status).toBe(400);
  });
});
