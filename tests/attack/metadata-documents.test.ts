// R99: client IDs that are URLs, chosen by anyone who sends a user to the sign-in page.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { describedClient, documentSite, enableDocuments } from '../harness/metadata-documents.ts';
import { type Providers, startProviders } from '../harness/providers.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { authorizationUrl, pkce } from '../harness/sign-in.ts';
import { newVisitor } from '../harness/visitor.ts';

const redirectUri = describedClient.redirect_uris[0] ?? '';
const document = (changes: object) => (url: string) => ({ body: { ...describedClient, client_id: url, ...changes } });

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
  const open = async (clientId: string, extra: { prompt?: string } = {}) => {
    const client = { clientId, redirectUri };
    const asked = authorizationUrl({ base, client, ...extra }, pkce().challenge);
    const { url, answer } = await newVisitor().follow(asked, ['http://127.0.0.1:33418/']);
    return { path: new URL(url).pathname, status: answer?.status, body: answer?.body ?? '' };
  };
  const stored = () =>
    server.query<Record<string, unknown>>('select * from applications where metadata_url is not null');

  it.each([
    'https://evil.test/client.json',
    'https://127.0.0.1/client.json',
    'https://localhost/client.json',
    'https://notexample.com/client.json',
    'https://agent.example.com@evil.test/client.json',
    'https://agent.example.com/a/../client.json',
    'https://agent.example.com/client.json#x',
    'https://agent.example.com:8443/client.json',
    'https://agent.example.com:443/client.json',
    'https://AGENT.example.com/client.json',
    'HTTPS://agent.example.com/client.json',
    'https://agent%2eexample.com/client.json',
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
    ['no JSON', () => ({ body: '<html></html>' })],
    ['a list', (url: string) => ({ body: [{ ...describedClient, client_id: url }] })],
    ['too much', document({ client_name: 'x'.repeat(20_000) })],
    ['an error', (url: string) => ({ ...document({})(url), status: 500 })],
    ['the document of another client', document({ client_id: 'https://other.example.com/' })],
    ['a secret', document({ client_secret: 'secret' })],
    ['a way to authenticate with a secret', document({ token_endpoint_auth_method: 'client_secret_post' })],
    ['an address of another site', document({ redirect_uris: ['https://evil.test/callback'] })],
    ['another site after sign-out', document({ post_logout_redirect_uris: ['https://evil.test/'] })],
    ['a grant for machines', document({ grant_types: ['client_credentials'], response_types: [] })],
    ['a name that turns around', document({ client_name: 'Bank \u202egnorw' })],
  ])('R99 refuses %s', async (_, answer) => {
    site.answer(answer);
    const url = site.newUrl();
    const opened = await open(url);
    expect(opened.status, opened.body).toBe(400);
    expect(opened.body).toMatch(/invalid_(?:client|client_metadata|redirect_uri)/);
    expect(site.reads(url)).toBe(1);
    expect(await stored()).toEqual([]);
  });

  it('R99 follows no redirect, and reads nothing that a document names', async () => {
    providers.on('other.example.com', ({ url }) => document({})(url.href));
    const url = site.newUrl();
    site.answer(() => ({ status: 302, headers: { location: 'https://other.example.com/client.json' } }));
    expect((await open(url)).status).toBe(400);
    site.describe({ sector_identifier_uri: 'https://other.example.com/', jwks_uri: 'https://other.example.com/' });
    expect(await open(site.newUrl())).toMatchObject({ path: '/sign-in' });
    expect(providers.requests.filter(({ url: { hostname } }) => hostname === 'other.example.com')).toEqual([]);
  });

  it('R99 a document sets nothing but what an application may say about itself', async () => {
    const url = site.newUrl();
    site.describe({
      ...{ applicationId: 'demo-app', corsAllowedOrigins: ['https://evil.test'], accessTokenTtl: 86_400 },
      ...{ refreshTokenTtl: 31_536_000, scope: 'openid roles', logo_uri: 'https://evil.test/logo.png' },
      ...{ backchannel_logout_uri: 'https://evil.test/logout', require_pushed_authorization_requests: true },
    });
    expect(await open(url)).toMatchObject({ path: '/sign-in' });
    const row = (await stored()).find(({ metadata_url }) => metadata_url === url);
    expect(row).toMatchObject({
      ...{ name: 'Agent', type: 'Native', is_third_party: true, is_self_registered: true },
      oidc_client_metadata: { redirectUris: [redirectUri], postLogoutRedirectUris: [] },
      custom_client_metadata: { grantTypes: ['authorization_code', 'refresh_token'] },
    });
    expect(row?.id).not.toBe('demo-app');
    site.describe({});
  });

  it('R99 rules apply to every sign-in', async () => {
    const url = site.newUrl();
    expect(await open(url)).toMatchObject({ path: '/sign-in' });
    await enableDocuments(api, { redirectHosts: ['localhost', 'second.example.com'] });
    expect((await open(url)).status).toBe(400);
    await enableDocuments(api, { acceptsMetadataDocuments: false });
    expect((await open(url)).status).toBe(400);
    await enableDocuments(api);
    expect(await open(url)).toMatchObject({ path: '/sign-in' });
  });

  it('R99 applications are limited in number, and so are reads of unknown documents', async () => {
    const known = site.newUrl();
    expect(await open(known)).toMatchObject({ path: '/sign-in' });
    await enableDocuments(api, { limit: (await stored()).length });
    expect((await open(site.newUrl())).status).toBe(400);
    await enableDocuments(api);
    // A broken document is read once for all who ask for it.
    site.answer(() => ({ status: 500 }));
    const broken = site.newUrl();
    for (const _ of [1, 2, 3]) expect((await open(broken)).status).toBe(400);
    expect(site.reads(broken)).toBe(1);
    let last = 0;
    for (let at = 0; at < 125 && last !== 429; at += 1) {
      last = (await open(site.newUrl(), { prompt: 'none' })).status ?? 0;
    }
    expect(last).toBe(429);
    site.describe({});
    expect(await open(known)).toMatchObject({ path: '/sign-in' });
  });
});
