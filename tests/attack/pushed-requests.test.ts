// R141: authorization requests that an application pushes before it sends the browser (RFC 9126).
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type Application, newApplication } from '../harness/applications.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { authorizationUrl, experience, obtainTokens, pkce } from '../harness/sign-in.ts';
import { newVisitor } from '../harness/visitor.ts';

const prefix = 'urn:ietf:params:oauth:request_uri:';
const redirects = ['https://shop.example.com/', 'https://evil.example/'];

describe('pushed requests', () => {
  let server: TestServer;
  let api: ManagementApi;
  let base: string;
  let shop: Application;
  let other: Application;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    base = server.base('default');
    shop = await newApplication(api, { type: 'Traditional', redirectUris: ['https://shop.example.com/callback'] });
    other = await newApplication(api, { type: 'Traditional', redirectUris: ['https://evil.example/callback'] });
    await obtainTokens({ base, client: shop, username: 'ada', register: true });
  });
  const send = async (client: Pick<Application, 'id' | 'clientSecret'>, form: URLSearchParams) => {
    const credentials = Buffer.from(`${client.id}:${client.clientSecret}`).toString('base64');
    const headers = { authorization: `Basic ${credentials}` };
    const response = await fetch(`${base}/oidc/request`, { method: 'POST', headers, body: form });
    const body = (await response.json()) as { request_uri?: string; error?: string };
    return { status: response.status, ...body };
  };
  const formOf = (client: Application) =>
    new URL(authorizationUrl({ base, client, prompt: 'login' }, pkce().challenge)).searchParams;
  const push = async (client: Application, form = formOf(client)) => {
    const { status, request_uri = '' } = await send(client, form);
    expect(status).toBe(201);
    return request_uri;
  };
  /** Follows redirects to the sign-in page, an application or an error. */
  const open = async (client: Application, requestUri: string, more: Record<string, string> = {}) => {
    const visitor = newVisitor();
    const query = new URLSearchParams({ client_id: client.id, request_uri: requestUri, ...more });
    return { visitor, ...(await visitor.follow(`${base}/oidc/auth?${query}`, redirects)) };
  };
  const isSignIn = (url: string) => new URL(url).pathname === '/sign-in';
  const stored = async () => {
    const rows = await server.query(
      `select from oidc_model_instances where tenant_id = 'default' and model_name = 'PushedAuthorizationRequest'`,
    );
    return rows.length;
  };

  it('R141 are opened by the application that pushed them', async () => {
    const requestUri = await push(shop);
    const { url } = await open(other, requestUri);
    expect(isSignIn(url)).toBe(false);
    expect(new URL(url).searchParams.get('code')).toBeNull();
    expect(isSignIn((await open(shop, requestUri)).url)).toBe(true);
  });

  it('R141 sign in once, however long it takes', async () => {
    const requestUri = await push(shop);
    const [first, second] = [await open(shop, requestUri), await open(shop, requestUri)];
    await server.query(
      `update oidc_model_instances set expires_at = expires_at - interval '61 seconds', payload = payload || '{"exp":1}'
       where model_name = 'PushedAuthorizationRequest'`,
    );
    const finish = async ({ visitor }: typeof first) =>
      (await visitor.follow(await experience(visitor, base).signIn('ada'), redirects)).url;
    expect(new URL(await finish(first)).searchParams.get('code')).not.toBeNull();
    expect(new URL(await finish(second)).searchParams.get('code')).toBeNull();
    expect(isSignIn((await open(shop, requestUri)).url)).toBe(false);
  });

  it('R141 are not opened a minute later', async () => {
    const requestUri = await push(shop);
    await server.query(
      `update oidc_model_instances set expires_at = expires_at - interval '61 seconds', payload = payload || '{"exp":1}'
       where model_name = 'PushedAuthorizationRequest'`,
    );
    expect(isSignIn((await open(shop, requestUri)).url)).toBe(false);
  });

  it('R141 are not changed by parameters beside them', async () => {
    const form = formOf(shop);
    const evil = { redirect_uri: 'https://evil.example/callback', state: 'evil', response_mode: 'fragment' };
    const { url, visitor } = await open(shop, await push(shop, form), evil);
    expect(isSignIn(url)).toBe(true);
    const landed = await visitor.follow(await experience(visitor, base).signIn('ada'), redirects);
    const { origin, searchParams } = new URL(landed.url);
    expect([origin, searchParams.get('state')]).toEqual(['https://shop.example.com', form.get('state')]);
    expect(searchParams.get('code')).not.toBeNull();
  });

  it('R141 are stored only for applications that authenticate', async () => {
    const before = await stored();
    for (const clientSecret of ['wrong', '']) {
      const { error, request_uri } = await send({ id: shop.id, clientSecret }, formOf(shop));
      expect([error, request_uri]).toEqual([expect.stringMatching(/^invalid_(client|request)$/), undefined]);
    }
    const anonymous = await fetch(`${base}/oidc/request`, { method: 'POST', body: formOf(shop) });
    expect(await anonymous.json()).toMatchObject({ error: 'invalid_client' });
    expect(await stored()).toBe(before);
  });

  it('R141 name no other request, and no other site', async () => {
    const requestUri = await push(shop);
    const before = await stored();
    for (const uri of [requestUri, 'https://evil.example/request', 'http://127.0.0.1/request']) {
      const form = formOf(shop);
      form.set('request_uri', uri);
      expect((await send(shop, form)).status).toBe(400);
    }
    expect(await stored()).toBe(before);
    for (const id of ['', '../../x', 'a'.repeat(2000), '%00', `${requestUri.slice(prefix.length)}x`]) {
      const { url } = await open(shop, prefix + id);
      expect([id, isSignIn(url)]).toEqual([id, false]);
    }
  });
});
