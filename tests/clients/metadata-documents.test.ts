// Clients whose ID is the URL of a document that describes them, with openid-client, and what the tenant's rules allow.
import * as oidc from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { applicationTestCalls, signInToTest, type TestResult } from '../harness/application-tests.ts';
import { auditLog } from '../harness/audit-log.ts';
import { agentUrl, documentSite, enableDocuments } from '../harness/metadata-documents.ts';
import { userIdOf } from '../harness/permissions.ts';
import { type Providers, startProviders } from '../harness/providers.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { demoApp, experience, obtainCode } from '../harness/sign-in.ts';
import { newVisitor } from '../harness/visitor.ts';

type Listed = { id: string; name: string; metadataUrl: string | null; type: string };

describe('metadata documents', () => {
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
    await obtainCode({ base, client: demoApp(base), username: 'ada', register: true });
  });
  afterAll(() => providers.stop());
  const applications = async () => {
    const all = (await api.call('GET', '/applications?isThirdParty=true')).json() as Listed[];
    return all.filter(({ metadataUrl }) => metadataUrl !== null);
  };
  const discovered = () => oidc.discovery(new URL(`${base}/oidc`), agentUrl, undefined, oidc.None(), insecure);
  const insecure = { execute: [oidc.allowInsecureRequests] };
  const callback = 'http://127.0.0.1:50000/callback';
  const asked = async (config: oidc.Configuration, verifier: string, more: Record<string, string> = {}) =>
    oidc.buildAuthorizationUrl(config, {
      ...{ redirect_uri: callback, scope: 'openid profile offline_access', prompt: 'consent' },
      ...{ code_challenge: await oidc.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256', ...more },
    }).href;
  const signIn = async () => {
    const config = await discovered();
    const verifier = oidc.randomPKCECodeVerifier();
    const visitor = newVisitor();
    await visitor.follow(await asked(config, verifier));
    await visitor.follow(await experience(visitor, base).signIn('ada'));
    const prompt = (await visitor.get(`${base}/api/interaction/consent`)).json() as { application: object };
    const granted = await visitor.send('POST', `${base}/api/interaction/consent`, { json: {} });
    const landed = await visitor.follow((granted.json() as { redirectTo: string }).redirectTo, [
      'http://127.0.0.1:50000/',
    ]);
    const tokens = await oidc.authorizationCodeGrant(config, new URL(landed.url), { pkceCodeVerifier: verifier });
    return { config, tokens, prompt, visitor };
  };

  it('are refused until an administrator turns them on, and then in the discovery document', async () => {
    const supported = async () => (await discovered()).serverMetadata().client_id_metadata_document_supported;
    expect(await supported()).toBeUndefined();
    const { answer } = await newVisitor().follow(await asked(await discovered(), oidc.randomPKCECodeVerifier()));
    expect(answer?.status).toBe(400);
    expect(providers.requests).toEqual([]);
    await enableDocuments(api);
    expect(await supported()).toBe(true);
  });

  it('describe an application that signs users in, is listed, and can be revoked', async () => {
    await enableDocuments(api);
    const { config, tokens, prompt } = await signIn();
    const [application] = await applications();
    expect(application).toMatchObject({ name: 'Agent', type: 'Native', metadataUrl: agentUrl, isSelfRegistered: true });
    expect(prompt.application).toMatchObject({ id: application?.id, name: 'Agent', metadataUrl: agentUrl });
    expect(tokens.claims()?.aud).toBe(agentUrl);
    // Its site may be down when tokens are refreshed.
    providers.fail('agent.example.com', 'down');
    const refreshed = await oidc.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(refreshed.access_token).toBeTruthy();
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
    expect((await api.call('DELETE', `/applications/${application?.id}`)).status).toBe(204);
    await expect(oidc.refreshTokenGrant(config, refreshed.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_client',
    });
  });

  it('change the application at the next sign-in, and nothing that the administrator has set', async () => {
    await enableDocuments(api);
    await signIn();
    const [before] = await applications();
    const id = before?.id ?? '';
    const settings = { accessTokenTtl: 600, grantTypes: ['authorization_code', 'refresh_token'] };
    const changed = await api.call('PATCH', `/applications/${id}`, { customClientMetadata: settings });
    expect(changed.status, changed.body).toBe(200);
    const count = async () => (await server.query('select 1 from change_records where entity_id = $1', [id])).length;
    const changes = await count();
    await signIn();
    expect(await count()).toBe(changes);

    site.describe({ client_name: 'Agent 2', redirect_uris: [callback, 'https://agent.example.com/done'] });
    await site.forget(api);
    await signIn();
    expect((await api.call('GET', `/applications/${id}`)).json()).toMatchObject({
      ...{ name: 'Agent 2', customClientMetadata: { accessTokenTtl: 600 } },
      oidcClientMetadata: { redirectUris: [callback, 'https://agent.example.com/done'] },
    });
    expect(await applications()).toHaveLength(1);
    site.describe({});
  });

  it('own their part of the settings', async () => {
    await enableDocuments(api);
    await site.forget(api);
    await signIn();
    const [application] = await applications();
    const patch = (body: object) => api.call('PATCH', `/applications/${application?.id}`, body);
    const refused = await patch({
      name: 'Another',
      oidcClientMetadata: { redirectUris: [], postLogoutRedirectUris: [] },
    });
    expect(refused.status).toBe(400);
    expect((refused.json() as { details: string }).details).toContain('name');
    expect((await patch({ description: 'An agent', name: 'Agent' })).status).toBe(200);
  });

  it('have one client ID', async () => {
    await enableDocuments(api);
    await signIn();
    const [application] = await applications();
    const byId = await asked(await discovered(), oidc.randomPKCECodeVerifier(), { client_id: application?.id ?? '' });
    expect((await newVisitor().follow(byId)).answer?.body).toContain('invalid_client');
  });

  it('are tried like other applications', async () => {
    await enableDocuments(api);
    await signIn();
    const [application] = await applications();
    const { start, take } = applicationTestCalls(() => api);
    const test = await start(application?.id ?? '', { scopes: ['profile'] });
    const { visitor } = await signInToTest(base, test, { username: 'ada' });
    const granted = await visitor.send('POST', `${base}/api/interaction/consent`, { json: {} });
    await visitor.follow((granted.json() as { redirectTo: string }).redirectTo);
    const result = (await take(application?.id ?? '', test.id)).json() as TestResult;
    expect(result, JSON.stringify(result)).toMatchObject({
      status: 'succeeded',
      idToken: { claims: { aud: agentUrl } },
    });
  });

  it('C05 first sign-ins at the same moment make one application', async () => {
    await enableDocuments(api);
    for (const { id } of await applications()) await api.call('DELETE', `/applications/${id}`);
    await site.forget(api);
    const urls = await Promise.all(
      Array.from({ length: 6 }, async () => asked(await discovered(), oidc.randomPKCECodeVerifier())),
    );
    const landed = await Promise.all(urls.map((url) => newVisitor().follow(url)));
    expect(landed.map(({ url }) => new URL(url).pathname)).toEqual(Array(6).fill('/sign-in'));
    expect(await applications()).toHaveLength(1);
  });
});
