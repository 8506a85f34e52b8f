// The Management API of protected applications.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { outcome } from '../harness/interactions.ts';
import { gatewaySettings, newProtectedApplication, type Origin, startOrigin } from '../harness/protected-site.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { createTenants, type Tenant } from '../harness/tenants.ts';

type Protected = { id: string; oidcClientMetadata: object; protectedAppMetadata: object };

const issuePaths = ({ body }: { body: string }) =>
  (JSON.parse(body) as { data: { issues: { path: string[] }[] } }).data.issues.map(({ path }) => path.join('.'));

describe('protected applications', () => {
  let server: TestServer;
  let api: ManagementApi;
  let origin: Origin;
  beforeAll(async () => {
    origin = await startOrigin();
    server = await useServer({
      env: { ...gatewaySettings, CUSTOM_DOMAIN_TARGET: '{tenantId}.domains.tessera.test' },
    });
    api = await managementApi(server);
  });
  afterAll(() => origin.stop());
  const create = (protectedAppMetadata: unknown, more: object = {}) =>
    api.call('POST', '/applications', { name: 'Shop', type: 'Protected', protectedAppMetadata, ...more });

  it('are created with the defaults of the gateway', async () => {
    expect((await api.call('GET', '/systems/application')).json()).toEqual({
      protectedApps: { defaultDomain: 'apps.test' },
    });
    const ignored = { redirectUris: ['https://evil.example/callback'], postLogoutRedirectUris: [] };
    const created = await create({ subDomain: 'shop', origin: origin.url }, { oidcClientMetadata: ignored });
    expect(created.status, created.body).toBe(200);
    const base = `http://shop.apps.test:${server.port}`;
    const { id, ...rest } = created.json() as Protected;
    expect(rest).toMatchObject({
      ...{ name: 'Shop', type: 'Protected', isThirdParty: false },
      oidcClientMetadata: { redirectUris: [`${base}/sign-in-callback`], postLogoutRedirectUris: [base] },
      protectedAppMetadata: { host: 'shop.apps.test', origin: origin.url, sessionDuration: 1_209_600, pageRules: [] },
    });
    expect((await api.call('GET', `/applications/${id}`)).json()).toMatchObject({ id, ...rest });
    const secrets = (await api.call('GET', `/applications/${id}/secrets`)).json() as { name: string }[];
    expect(secrets.map(({ name }) => name)).toEqual(['Default secret']);
    const listed = (await api.call('GET', '/applications?types=Protected')).json() as { id: string }[];
    expect(listed.map((one) => one.id)).toContain(id);
    expect((await api.call('DELETE', `/applications/${id}`)).status).toBe(204);
    expect((await create({ subDomain: 'shop', origin: origin.url })).status).toBe(200);
  });

  it('are refused with a reason', async () => {
    expect(outcome(await create(undefined))).toEqual([400, 'application.protected_app_metadata_is_required']);
    for (const subDomain of ['Shop', '-shop', 'shop-', 'a.b', 'sh op', 'a'.repeat(64), 'löwe']) {
      expect(outcome(await create({ subDomain, origin: origin.url })), subDomain).toEqual([
        422,
        'application.invalid_subdomain',
      ]);
    }
    const addresses = ['127.0.0.2:80', '[::1]', '169.254.169.254', '10.0.0.1', '0x7f.2'];
    const refused = [
      ...['shop.example.com', 'ftp://shop.example.com', 'https://shop.example.com/path', 'https://shop.example.com/'],
      ...['https://user@shop.example.com', 'https://shop.example.com?x', 'HTTPS://shop.example.com'],
      ...addresses.map((address) => `http://${address}`),
      // Ourselves.
      ...[server.origin, 'https://shop.apps.test', `http://other.apps.test:${server.port}`],
      ...[`http://127.0.0.1:${server.port}`, 'https://default.domains.tessera.test'],
    ];
    for (const bad of refused) {
      const answer = await create({ subDomain: 'refused', origin: bad });
      expect(outcome(answer), bad).toEqual([400, 'guard.invalid_input']);
      expect(issuePaths(answer), bad).toEqual(['protectedAppMetadata.origin']);
    }
    const third = await create({ subDomain: 'third', origin: origin.url }, { isThirdParty: true });
    expect(outcome(third)).toEqual([400, 'application.invalid_third_party_application_type']);
    // The gateway could not sign users in.
    const customClientMetadata = { requirePushedAuthorizationRequests: true };
    const pushed = await create({ subDomain: 'pushed', origin: origin.url }, { customClientMetadata });
    expect(outcome(pushed)).toEqual([400, 'guard.invalid_input']);
    expect(issuePaths(pushed)).toEqual(['customClientMetadata.requirePushedAuthorizationRequests']);
  });

  it('C04 have a host of their own, also after concurrent requests', async () => {
    const same = Array.from({ length: 10 }, () => create({ subDomain: 'taken', origin: origin.url }));
    const answers = (await Promise.all(same)).map(outcome);
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1);
    const taken = [422, 'application.protected_application_subdomain_exists'];
    expect(answers.filter(([status]) => status !== 200)).toEqual(Array(9).fill(taken));
  });

  it('are updated field by field, and return what they have become', async () => {
    const { id } = await newProtectedApplication(server, api, { subDomain: 'changed', origin: origin.url });
    const path = `/applications/${id}`;
    const patch = async (protectedAppMetadata: object) =>
      ((await api.call('PATCH', path, { protectedAppMetadata })).json() as Protected).protectedAppMetadata;
    expect(await patch({ sessionDuration: 3600 })).toMatchObject({ origin: origin.url, sessionDuration: 3600 });
    expect(await patch({ pageRules: [{ path: '' }, { path: '^/admin' }] })).toMatchObject({
      ...{ sessionDuration: 3600, pageRules: [{ path: '^/admin' }] },
    });
    expect(await patch({ host: 'other.apps.test', customDomains: [] })).toMatchObject({ host: 'changed.apps.test' });
    for (const [field, body] of [
      ['pageRules.0.path', { pageRules: [{ path: '(' }] }],
      ['pageRules.0.path', { pageRules: [{ path: 'a'.repeat(1025) }] }],
      ['sessionDuration', { sessionDuration: 0 }],
      ['sessionDuration', { sessionDuration: 31_536_001 }],
      ['origin', { origin: 'http://10.0.0.1' }],
    ] as const) {
      const answer = await api.call('PATCH', path, { protectedAppMetadata: body });
      expect(outcome(answer)).toEqual([400, 'guard.invalid_input']);
      expect(issuePaths(answer)).toEqual([`protectedAppMetadata.${field}`]);
    }
    // The URIs are those of the hosts.
    const uris = { redirectUris: ['https://evil.example/callback'], postLogoutRedirectUris: ['https://evil.example'] };
    const answer = (await api.call('PATCH', path, { oidcClientMetadata: uris })).json() as Protected;
    expect(answer.oidcClientMetadata).toEqual({
      redirectUris: [`http://changed.apps.test:${server.port}/sign-in-callback`],
      postLogoutRedirectUris: [`http://changed.apps.test:${server.port}`],
    });
    const { clientId } = await newApplication(api, { type: 'Traditional' });
    const other = await api.call('PATCH', `/applications/${clientId}`, {
      protectedAppMetadata: { sessionDuration: 9 },
    });
    expect(outcome(other)).toEqual([400, 'application.protected_application_only']);
  });
});

describe('protected applications of an installation without a domain for them', () => {
  it('are not available', async () => {
    const server = await useServer();
    const api = await managementApi(server);
    const unavailable = [501, 'application.protected_app_not_configured'];
    const system = await api.call('GET', '/systems/application');
    expect(outcome(system)).toEqual(unavailable);
    expect(system.json()).toMatchObject({
      message: expect.stringContaining('Set PROTECTED_APPS_DOMAIN on the server'),
    });
    const protectedAppMetadata = { subDomain: 'shop', origin: 'https://shop.example.com' };
    const body = { name: 'Shop', type: 'Protected', protectedAppMetadata };
    expect(outcome(await api.call('POST', '/applications', body))).toEqual(unavailable);
  });

  it('have no custom domains without a target for their records', async () => {
    const server = await useServer({ env: gatewaySettings });
    const api = await managementApi(server);
    const { id } = await newProtectedApplication(server, api, { subDomain: 'shop', origin: 'http://127.0.0.1:1' });
    const path = `/applications/${id}/protected-app-metadata/custom-domains`;
    const unavailable = [501, 'domain.not_configured'];
    const listed = await api.call('GET', path);
    expect(outcome(listed)).toEqual(unavailable);
    expect(listed.json()).toMatchObject({ message: expect.stringContaining('Set CUSTOM_DOMAIN_TARGET on the server') });
    expect(outcome(await api.call('POST', path, { domain: 'www.acme.test' }))).toEqual(unavailable);
    const admin = await managementApi(server, 'admin');
    const refused = [501, 'application.protected_app_not_configured'];
    expect(outcome(await admin.call('GET', '/systems/application'))).toEqual(refused);
  });
});

describe('protected applications in the cloud edition', () => {
  it('have hosts that no two tenants share', async () => {
    const server = await useServer({ edition: 'cloud', env: gatewaySettings });
    const [ours, theirs] = (await createTenants(server, 2)) as [Tenant, Tenant];
    const body = (subDomain: string) => ({
      ...{ name: 'Shop', type: 'Protected' },
      protectedAppMetadata: { subDomain, origin: 'http://127.0.0.1:1' },
    });
    expect((await ours.call('POST', '/applications', body('shop'))).status).toBe(200);
    expect(outcome(await theirs.call('POST', '/applications', body('shop')))).toEqual([
      422,
      'application.protected_application_subdomain_exists',
    ]);
    expect((await theirs.call('POST', '/applications', body('shop2'))).status).toBe(200);
  });
});
