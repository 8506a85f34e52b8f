// Application validation: checked on every write and reported on the field.
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { outcome } from '../harness/interactions.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { authorizationUrl, pkce } from '../harness/sign-in.ts';
import { newVisitor } from '../harness/visitor.ts';

type Issues = { data: { part: string; issues: { path: (string | number)[] }[] } };
const uris = (...redirectUris: string[]) => ({ redirectUris, postLogoutRedirectUris: [] });

describe('application validation', () => {
  let server: TestServer;
  let api: ManagementApi;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
  });
  const create = (body: object) => api.call('POST', '/applications', { name: 'App', type: 'SPA', ...body });

  // biome-ignore format: one line each
  const bad: [string, object, (string | number)[]][] = [
    ['no name', { name: undefined }, ['name']],
    ['an empty name', { name: '' }, ['name']],
    ['a long name', { name: 'x'.repeat(257) }, ['name']],
    ['a name that is no text', { name: 7 }, ['name']],
    ['an unknown type', { type: 'Spaceship' }, ['type']],
    ['a long description', { description: 'x'.repeat(2049) }, ['description']],
    ['addresses that are no list', { oidcClientMetadata: { redirectUris: 'https://a.example', postLogoutRedirectUris: [] } }, ['oidcClientMetadata', 'redirectUris']],
    ['101 addresses', { oidcClientMetadata: uris(...Array.from({ length: 101 }, (_, n) => `https://a.example/${n}`)) }, ['oidcClientMetadata', 'redirectUris']],
    ['a script as address', { oidcClientMetadata: uris('https://a.example', 'javascript:alert(1)') }, ['oidcClientMetadata', 'redirectUris', 1]],
    ['an address with a fragment', { oidcClientMetadata: uris('https://a.example/#x') }, ['oidcClientMetadata', 'redirectUris', 0]],
    ['http on the web in a native application', { type: 'Native', oidcClientMetadata: uris('http://a.example') }, ['oidcClientMetadata', 'redirectUris', 0]],
    ['https on the loopback interface', { type: 'Native', oidcClientMetadata: uris('https://localhost/cb') }, ['oidcClientMetadata', 'redirectUris', 0]],
    ['a wildcard host', { oidcClientMetadata: uris('https://*.a.example/cb') }, ['oidcClientMetadata', 'redirectUris', 0]],
    ['a wildcard path', { oidcClientMetadata: { redirectUris: [], postLogoutRedirectUris: ['https://a.example/*'] } }, ['oidcClientMetadata', 'postLogoutRedirectUris', 0]],
    ['a logout address that is no URL', { oidcClientMetadata: { ...uris(), backchannelLogoutUri: 'nowhere' } }, ['oidcClientMetadata', 'backchannelLogoutUri']],
    ['an origin with a path', { customClientMetadata: { corsAllowedOrigins: ['https://a.example/path'] } }, ['customClientMetadata', 'corsAllowedOrigins', 0]],
    ['a lifetime of nothing', { customClientMetadata: { refreshTokenTtlInDays: 0 } }, ['customClientMetadata', 'refreshTokenTtlInDays']],
    ['a lifetime past the limit', { customClientMetadata: { refreshTokenTtlInDays: 91 } }, ['customClientMetadata', 'refreshTokenTtlInDays']],
    ['half a second', { customClientMetadata: { idTokenTtl: 0.5 } }, ['customClientMetadata', 'idTokenTtl']],
    ['an unknown signing algorithm', { customClientMetadata: { idTokenSignedResponseAlg: 'HS256' } }, ['customClientMetadata', 'idTokenSignedResponseAlg']],
    ['custom data that is a list', { customData: [] }, ['customData']],
    ['a flag that is a text', { isThirdParty: 'yes' }, ['isThirdParty']],
  ];
  it.each(bad)('reports the field: %s', async (_, body, path) => {
    const answer = await create(body);
    expect(outcome(answer)).toEqual([400, 'guard.invalid_input']);
    const { data, details } = answer.json() as Issues & { details: string };
    expect(data.issues[0]?.path).toEqual(path);
    expect(details).toContain(path.join('.'));
  });

  it.each(
    bad.filter(
      ([, body]) => !('type' in body || 'isThirdParty' in body || ('name' in body && body.name === undefined)),
    ),
  )('A53 an update cannot do what a creation refuses: %s', async (_, body, path) => {
    const { id } = (await create({})).json() as { id: string };
    const answer = await api.call('PATCH', `/applications/${id}`, body);
    expect(outcome(answer)).toEqual([400, 'guard.invalid_input']);
    expect((answer.json() as Issues).data.issues[0]?.path).toEqual(path);
  });

  it.each([
    ['Native', 'https://a.example/claimed'],
    ['Native', 'http://127.0.0.1/cb'],
    ['SPA', 'tauri://localhost/callback'],
    ['Traditional', 'com.example.shell:/callback'],
  ])('lets %s applications redirect to %s', async (type, uri) => {
    const answer = await create({
      type,
      oidcClientMetadata: uris(uri, ...(type === 'Native' ? [] : ['http://a.example/cb'])),
    });
    expect(answer.status, answer.body).toBe(200);
    const { id } = answer.json() as { id: string };
    const url = authorizationUrl(
      { base: server.base('default'), client: { clientId: id, redirectUri: uri } },
      pkce().challenge,
    );
    const page = await newVisitor().get(url, { accept: 'text/html' });
    expect([page.status, page.headers.get('location')], page.body).toEqual([303, expect.stringContaining('/sign-in')]);
  });

  it.each([
    ['en', { name: 'x'.repeat(257) }, 'name: at most 256 characters'],
    ['en', { name: '' }, 'name: must not be empty'],
    ['en', { name: undefined }, 'name: required'],
    ['en', { name: 7 }, 'name: must be a string'],
    ['en', { isThirdParty: 'yes' }, 'isThirdParty: must be true or false'],
    [
      'en',
      { oidcClientMetadata: uris('https://*.a.example/cb') },
      'oidcClientMetadata.redirectUris.0: wildcards are not supported; register every URI in full',
    ],
    [
      'en',
      { customClientMetadata: { refreshTokenTtlInDays: 91 } },
      'customClientMetadata.refreshTokenTtlInDays: must be 90 or less',
    ],
    ['de', { name: 'x'.repeat(257) }, 'name: höchstens 256 Zeichen'],
    ['ar', { name: undefined }, 'name: مطلوب'],
  ])('explains what is wrong (%s): %j', async (language, body, expected) => {
    const answer = await api.call(
      'POST',
      '/applications',
      { name: 'App', type: 'SPA', ...body },
      { 'Accept-Language': language },
    );
    const { details, data } = answer.json() as Issues & { details: string };
    expect(details).toBe(expected);
    expect(data.part).toBe('body');
    expect(data.issues).toMatchObject([{ message: expected.slice(expected.indexOf(': ') + 2) }]);
  });

  it('explains what is wrong with a query and with an unstorable parameter', async () => {
    const query = (await api.call('GET', '/applications?types=Spaceship')).json() as Issues & { details: string };
    expect(query.data.part).toBe('query');
    expect(query.details).toBe('types: must be one of: Native, SPA, Traditional, MachineToMachine, Protected, SAML');
    const unstorable = (await api.call('GET', '/applications?search=%00')).json() as Issues & { details: string };
    expect(unstorable.details).toMatch(/^search: contains characters/);
  });

  it('A57 takes only the fields of the contract', async () => {
    const answer = await create({
      id: 'chosen',
      tenantId: 'admin',
      secret: 'chosen',
      createdAt: 1,
      isAdmin: true,
      protectedAppMetadata: { subDomain: 'x', origin: 'https://x.example.com', host: 'x' },
      unknown: 'dropped',
    });
    expect(answer.status, answer.body).toBe(200);
    const made = answer.json() as { id: string; secret: string; createdAt: number };
    expect(made).toMatchObject({ tenantId: 'default', protectedAppMetadata: null });
    expect([made.id, made.secret]).not.toContain('chosen');
    expect(made.createdAt).toBeGreaterThan(1);
    expect(made).not.toHaveProperty('unknown');
    const changed = await api.call('PATCH', `/applications/${made.id}`, {
      type: 'Native',
      isThirdParty: true,
      id: 'other',
    });
    expect(changed.json()).toMatchObject({ id: made.id, type: 'SPA', isThirdParty: false });
    expect((await api.call('GET', `/applications/${made.id}`)).json()).toMatchObject({ isAdmin: false });
  });

  it('replaces custom data and metadata as a whole, and clears empty values', async () => {
    const { id } = (await create({ description: 'Old', customData: { a: 1, b: { c: [true, null] } } })).json() as {
      id: string;
    };
    const patched = await api.call('PATCH', `/applications/${id}`, { customData: { d: 2 }, description: '' });
    expect(patched.json()).toMatchObject({ customData: { d: 2 }, description: null });
    expect((patched.json() as { customData: object }).customData).not.toHaveProperty('a');
    const untouched = await api.call('PATCH', `/applications/${id}`, {});
    expect(untouched.json()).toEqual(patched.json());
  });

  it('accepts large input up to its limit', async () => {
    const large = await create({ customData: { text: 'x'.repeat(65_000) } });
    expect(large.status).toBe(200);
    const larger = await create({ customData: { text: 'x'.repeat(66_000) } });
    expect(outcome(larger)).toEqual([400, 'guard.invalid_input']);
    const huge = await create({ customData: { text: 'x'.repeat(1_100_000) } });
    expect(outcome(huge)).toEqual([413, 'request.payload_too_large']);
    const longId = await api.call('GET', `/applications/${'x'.repeat(5000)}`);
    expect(longId.status).toBeGreaterThanOrEqual(400);
    expect(longId.status).toBeLessThan(500);
  });

  it('leaves SAML applications to their own API', async () => {
    expect(outcome(await create({ type: 'SAML' }))).toEqual([400, 'application.saml.use_saml_app_api']);
  });

  it('does not modify SAML applications', async () => {
    await server.query(
      `insert into applications (tenant_id, id, name, type) values ('default', 'saml1', 'SAML', 'SAML')`,
    );
    const refused = [400, 'application.saml.use_saml_app_api'];
    expect(outcome(await api.call('PATCH', '/applications/saml1', { name: 'New' }))).toEqual(refused);
    expect(outcome(await api.call('DELETE', '/applications/saml1'))).toEqual(refused);
  });

  it('shows the built-in demo application', async () => {
    const answer = await api.call('GET', '/applications/demo-app');
    expect(answer.json()).toMatchObject({ id: 'demo-app', name: 'Live Preview', type: 'SPA', isAdmin: false });
    expect(outcome(await api.call('DELETE', '/applications/demo-app'))[0]).toBe(404);
  });

  describe('third-party applications', () => {
    it('are Traditional from the start', async () => {
      const refused = [400, 'application.invalid_third_party_application_type'];
      for (const type of ['SPA', 'Native', 'MachineToMachine']) {
        expect(outcome(await create({ type, isThirdParty: true }))).toEqual(refused);
      }
      expect((await create({ type: 'Traditional', isThirdParty: true })).json()).toMatchObject({ isThirdParty: true });
    });

    it('have consent scopes', async () => {
      const { id } = await newApplication(api, { type: 'Traditional', isThirdParty: true });
      const at = `/applications/${id}/user-consent-scopes`;
      expect((await api.call('GET', at)).json()).toEqual({
        organizationResourceScopes: [],
        organizationScopes: [],
        resourceScopes: [],
        userScopes: [],
      });
      expect((await api.call('POST', at, { userScopes: ['profile', 'email', 'profile'] })).status).toBe(201);
      expect((await api.call('POST', at, { userScopes: ['email', 'phone'] })).status).toBe(201);
      const { userScopes } = (await api.call('GET', at)).json() as { userScopes: string[] };
      expect(userScopes.sort()).toEqual(['email', 'phone', 'profile']);
      const unknown = await api.call('POST', at, { userScopes: ['address', 'everything'] });
      expect(outcome(unknown)).toEqual([422, 'application.user_consent_scopes_not_found']);
      expect((await api.call('DELETE', `${at}/user-scopes/email`)).status).toBe(204);
      expect((await api.call('DELETE', `${at}/user-scopes/email`)).status).toBe(404);
      expect((await api.call('DELETE', `${at}/other-scopes/phone`)).status).toBe(404);
      const left = (await api.call('GET', at)).json() as { userScopes: string[] };
      expect(left.userScopes.sort()).toEqual(['phone', 'profile']);
    });

    it('are the only ones with consent scopes', async () => {
      const { id } = await newApplication(api, { type: 'Traditional' });
      const refused = [422, 'application.third_party_application_only'];
      const at = `/applications/${id}/user-consent-scopes`;
      expect(outcome(await api.call('GET', at))).toEqual(refused);
      expect(outcome(await api.call('POST', at, { userScopes: ['profile'] }))).toEqual(refused);
      expect(outcome(await api.call('DELETE', `${at}/user-scopes/profile`))).toEqual(refused);
    });
  });
});
