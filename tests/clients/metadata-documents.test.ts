// Clients whose ID is the URL of a document that describes them, with openid-client, and what the tenant's rules allow.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as jose from 'jose';
import * as oidc from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { applicationTestCalls, signInToTest, type TestResult } from '../harness/application-tests.ts';
import { auditLog } from '../harness/audit-log.ts';
import { shiftClock } from '../harness/clock-file.ts';
import { documentSite, enableDocuments } from '../harness/metadata-documents.ts';
import { userIdOf } from '../harness/permissions.ts';
import { type Providers, startProviders } from '../harness/providers.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { demoApp, experience, obtainCode } from '../harness/sign-in.ts';
import { newVisitor, type Visitor } from '../harness/visitor.ts';

type Listed = { id: string; name: string; metadataUrl: string | null; type: string };

const callback = 'http://127.0.0.1:50000/callback';
const returned = ['http://127.0.0.1:50000/'];

describe('metadata documents', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-documents-'));
  const clock = join(folder, 'offset');
  let server: TestServer;
  let api: ManagementApi;
  let base: string;
  let providers: Providers;
  let site: ReturnType<typeof documentSite>;
  let time = 0;
  /** The document is read again. */
  const later = () => {
    time += 120_000;
    shiftClock(clock, time);
  };
  beforeAll(async () => {
    shiftClock(clock, 0);
    providers = await startProviders();
    server = await useServer({
      env: { ...providers.env, TEST_CLOCK_FILE: clock },
      nodeArguments: ['--import', join(import.meta.dirname, '../harness/shifted-clock.ts')],
    });
    api = await managementApi(server);
    base = server.base('default');
    site = documentSite(providers);
    await obtainCode({ base, client: demoApp(base), username: 'ada', register: true });
  });
  afterAll(async () => {
    await providers.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const described = async (url: string) => {
    const all = (await api.call('GET', '/applications?isThirdParty=true&page_size=100')).json() as Listed[];
    return all.filter(({ metadataUrl }) => metadataUrl === url);
  };
  const idOf = async (url: string) => (await described(url))[0]?.id ?? '';
  const clientOf = (url: string) =>
    oidc.discovery(new URL(`${base}/oidc`), url, undefined, oidc.None(), { execute: [oidc.allowInsecureRequests] });
  const asked = async (config: oidc.Configuration, verifier: string, more: Record<string, string> = {}) =>
    oidc.buildAuthorizationUrl(config, {
      ...{ redirect_uri: callback, scope: 'openid profile offline_access', prompt: 'consent' },
      ...{ code_challenge: await oidc.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256', ...more },
    }).href;
  const agree = async (visitor: Visitor) => {
    const granted = await visitor.send('POST', `${base}/api/interaction/consent`, { json: {} });
    return (granted.json() as { redirectTo: string }).redirectTo;
  };
  const signIn = async (url: string, visitor = newVisitor()) => {
    const config = await clientOf(url);
    const verifier = oidc.randomPKCECodeVerifier();
    const opened = await visitor.follow(await asked(config, verifier));
    const page = new URL(opened.url).pathname;
    expect(['/sign-in', '/consent']).toContain(page);
    if (page === '/sign-in') await visitor.follow(await experience(visitor, base).signIn('ada'));
    const prompt = (await visitor.get(`${base}/api/interaction/consent`)).json() as { application: object };
    const landed = await visitor.follow(await agree(visitor), returned);
    const tokens = await oidc.authorizationCodeGrant(config, new URL(landed.url), { pkceCodeVerifier: verifier });
    return { config, tokens, prompt, visitor };
  };
  const refresh = ({ config, tokens }: { config: oidc.Configuration; tokens: { refresh_token?: string } }) =>
    oidc.refreshTokenGrant(config, tokens.refresh_token ?? '');

  it('are refused until an administrator turns them on, and then in the discovery document', async () => {
    const url = site.newUrl();
    const supported = async () => (await clientOf(url)).serverMetadata().client_id_metadata_document_supported;
    expect(await supported()).toBeUndefined();
    const { answer } = await newVisitor().follow(await asked(await clientOf(url), oidc.randomPKCECodeVerifier()));
    expect(answer?.status).toBe(400);
    expect(providers.requests).toEqual([]);
    await enableDocuments(api);
    expect(await supported()).toBe(true);
  });

  it('describe an application that signs users in, and is listed', async () => {
    const url = site.newUrl();
    const signedIn = await signIn(url);
    const [application] = await described(url);
    expect(application).toMatchObject({ name: 'Agent', type: 'Native', isSelfRegistered: true });
    expect(signedIn.prompt.application).toMatchObject({ id: application?.id, name: 'Agent', metadataUrl: url });
    expect(signedIn.tokens.claims()?.aud).toBe(url);
    // Its site may be down when tokens are refreshed.
    providers.fail('agent.example.com', 'down');
    later();
    expect((await refresh(signedIn)).access_token).toBeTruthy();
    providers.fail('agent.example.com');

    const userId = await userIdOf(server, 'default', 'ada');
    const grants = (await api.call('GET', `/users/${userId}/grants`)).json() as { application: { id: string } }[];
    const grant = grants.find((one) => one.application.id === application?.id);
    expect(grant?.application).toMatchObject({ name: 'Agent', isThirdParty: true });
    await auditLog(server, 'default', (all) =>
      all.some(
        ({ key, payload }) => key === 'ExchangeTokenBy.RefreshToken' && payload.applicationId === application?.id,
      ),
    );
  });

  it('R99 a deleted application has no access, even when it comes back', async () => {
    const url = site.newUrl();
    const signedIn = await signIn(url);
    const id = await idOf(url);
    expect((await api.call('DELETE', `/applications/${id}`)).status).toBe(204);
    await expect(refresh(signedIn)).rejects.toMatchObject({ error: 'invalid_client' });
    later();
    await newVisitor().follow(await asked(signedIn.config, oidc.randomPKCECodeVerifier()));
    expect(await idOf(url)).not.toBe(id);
    // The clock of the database is not shifted.
    const created = new Date(Date.now() + time);
    await server.query('update applications set created_at = $1 where metadata_url = $2', [created, url]);
    await api.call('PATCH', `/applications/${await idOf(url)}`, { description: 'Back' });
    await expect(refresh(signedIn)).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  it('change the application, and nothing that the administrator has set', async () => {
    const url = site.newUrl();
    const signedIn = await signIn(url);
    const id = await idOf(url);
    const settings = { accessTokenTtl: 600, grantTypes: ['authorization_code', 'refresh_token'] };
    const changed = await api.call('PATCH', `/applications/${id}`, { customClientMetadata: settings });
    expect(changed.status, changed.body).toBe(200);
    const count = async () => (await server.query('select 1 from change_records where entity_id = $1', [id])).length;
    const changes = await count();
    const reads = site.reads(url);
    await signIn(url);
    expect([await count(), site.reads(url)]).toEqual([changes, reads]);

    // A program stays one, so that its users are asked.
    const redirectUris = ['https://agent.example.com/done'];
    site.describe({ client_name: 'Agent 2', redirect_uris: redirectUris });
    later();
    const opened = await newVisitor().follow(
      await asked(signedIn.config, oidc.randomPKCECodeVerifier(), { redirect_uri: redirectUris[0] ?? '' }),
    );
    expect(new URL(opened.url).pathname).toBe('/sign-in');
    expect((await api.call('GET', `/applications/${id}`)).json()).toMatchObject({
      ...{ name: 'Agent 2', type: 'Native', customClientMetadata: { accessTokenTtl: 600 } },
      oidcClientMetadata: { redirectUris },
    });
    expect(await described(url)).toHaveLength(1);
    expect((await refresh(signedIn)).access_token).toBeTruthy();
    site.describe({});
  });

  it('R99 users are asked again after a change', async () => {
    const url = site.newUrl();
    const redirect = 'https://agent.example.com/callback';
    site.describe({ redirect_uris: [redirect] });
    const config = await clientOf(url);
    const visitor = newVisitor();
    const open = async (more: Record<string, string> = {}) => {
      const wanted = { redirect_uri: redirect, scope: 'openid profile', prompt: '', ...more };
      return visitor.follow(await asked(config, oidc.randomPKCECodeVerifier(), wanted), ['https://agent.example.com/']);
    };
    await open();
    await visitor.follow(await experience(visitor, base).signIn('ada'));
    await visitor.follow(await agree(visitor), ['https://agent.example.com/']);
    expect((await open()).url).toContain(`${redirect}?code=`);
    site.describe({ client_name: 'Another', redirect_uris: [redirect] });
    later();
    expect((await open()).url).toBe(`${base}/consent`);
    await visitor.follow(await agree(visitor), ['https://agent.example.com/']);
    expect((await open()).url).toContain(`${redirect}?code=`);
    site.describe({});
  });

  it('own their part of the settings', async () => {
    const url = site.newUrl();
    await signIn(url);
    const id = await idOf(url);
    const patch = (body: object) => api.call('PATCH', `/applications/${id}`, body);
    const refused = await patch({
      name: 'Another',
      oidcClientMetadata: { redirectUris: [], postLogoutRedirectUris: [] },
    });
    expect(refused.status).toBe(400);
    expect((refused.json() as { details: string }).details).toContain('name');
    expect((await patch({ description: 'An agent', name: 'Agent' })).status).toBe(200);
  });

  it('have one client ID', async () => {
    const url = site.newUrl();
    await signIn(url);
    const byId = await asked(await clientOf(url), oidc.randomPKCECodeVerifier(), { client_id: await idOf(url) });
    expect((await newVisitor().follow(byId)).answer?.body).toContain('invalid_client');
  });

  it('are tried like other applications', async () => {
    const url = site.newUrl();
    await signIn(url);
    const id = await idOf(url);
    const { start, take } = applicationTestCalls(() => api);
    const test = await start(id, { scopes: ['profile'] });
    const { visitor } = await signInToTest(base, test, { username: 'ada' });
    await visitor.follow(await agree(visitor));
    const result = (await take(id, test.id)).json() as TestResult;
    expect(result, JSON.stringify(result)).toMatchObject({ status: 'succeeded', idToken: { claims: { aud: url } } });
  });

  it('are told when their users sign out', async () => {
    const url = site.newUrl();
    const { visitor } = await signIn(url);
    const id = await idOf(url);
    const { oidcClientMetadata } = (await api.call('GET', `/applications/${id}`)).json() as {
      oidcClientMetadata: object;
    };
    const backchannelLogoutUri = 'https://agent.example.com/signed-out';
    await api.call('PATCH', `/applications/${id}`, {
      oidcClientMetadata: { ...oidcClientMetadata, backchannelLogoutUri },
    });
    const page = await visitor.get(`${base}/oidc/session/end`, { accept: 'text/html' });
    const action = /action="([^"]+)"/.exec(page.body)?.[1] ?? '';
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
    expect((await visitor.send('POST', action, { form: { xsrf, logout: 'yes' } })).status).toBe(303);
    await expect.poll(() => site.reads(backchannelLogoutUri)).toBe(1);
    const notice = providers.requests.find((one) => one.url.href === backchannelLogoutUri);
    const token = new URLSearchParams(notice?.body).get('logout_token') ?? '';
    expect(jose.decodeJwt(token).aud).toBe(url);
    await auditLog(server, 'default', (all) =>
      all.some(({ key, payload }) => key === 'BackchannelLogout' && payload.applicationId === id),
    );
  });

  it('C05 first sign-ins at the same moment read one document and make one application', async () => {
    const url = site.newUrl();
    const config = await clientOf(url);
    const urls = await Promise.all(Array.from({ length: 6 }, () => asked(config, oidc.randomPKCECodeVerifier())));
    const landed = await Promise.all(urls.map((one) => newVisitor().follow(one)));
    expect(landed.map((one) => new URL(one.url).pathname)).toEqual(Array(6).fill('/sign-in'));
    expect([(await described(url)).length, site.reads(url)]).toEqual([1, 1]);
    const records = await server.query('select 1 from change_records where entity_id = $1', [await idOf(url)]);
    expect(records).toHaveLength(1);
  });
});
