// What an application may be: checked on every write, named on the field, whatever else was sent.
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { outcome } from '../harness/interactions.ts';
import { type TestServer, useServer } from '../harness/server.ts';

type Issues = { data: { part: string; issues: { path: (string | number)[] }[] } };
const uris = (...redirectUris: string[]) => ({ redirectUris, postLogoutRedirectUris: [] });

describe('rules of applications', () => {
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
    ['an own scheme in a browser', { oidcClientMetadata: uris('app://callback') }, ['oidcClientMetadata', 'redirectUris', 0]],
    ['https in a native application', { type: 'Native', oidcClientMetadata: uris('https://a.example') }, ['oidcClientMetadata', 'redirectUris', 0]],
    ['a post-logout address of an own scheme', { oidcClientMetadata: { redirectUris: [], postLogoutRedirectUris: ['app://bye'] } }, ['oidcClientMetadata', 'postLogoutRedirectUris', 0]],
    ['a logout address that is no URL', { oidcClientMetadata: { ...uris(), backchannelLogoutUri: 'nowhere' } }, ['oidcClientMetadata', 'backchannelLogoutUri']],
    ['an origin with a path', { customClientMetadata: { corsAllowedOrigins: ['https://a.example/path'] } }, ['customClientMetadata', 'corsAllowedOrigins', 0]],
    ['a lifetime of nothing', { customClientMetadata: { refreshTokenTtlInDays: 0 } }, ['customClientMetadata', 'refreshTokenTtlInDays']],
    ['a lifetime past the limit', { customClientMetadata: { refreshTokenTtlInDays: 91 } }, ['customClientMetadata', 'refreshTokenTtlInDays']],
    ['half a second', { customClientMetadata: { idTokenTtl: 0.5 } }, ['customClientMetadata', 'idTokenTtl']],
    ['custom data that is a list', { customData: [] }, ['customData']],
    ['a flag that is a text', { isThirdParty: 'yes' }, ['isThirdParty']],
  ];
  it.each(bad)('names the field: %s', async (_, body, path) => {
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

  it('A57 takes only the fields of the contract', async () => {
    const answer = await create({
      id: 'chosen',
      tenantId: 'admin',
      secret: 'chosen',
      createdAt: 1,
      isAdmin: true,
      protectedAppMetadata: { host: 'x' },
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

  it('replaces custom data and metadata as a whole, and empties what is empty', async () => {
    const { id } = (await create({ description: 'Old', customData: { a: 1, b: { c: [true, null] } } })).json() as {
      id: string;
    };
    const patched = await api.call('PATCH', `/applications/${id}`, { customData: { d: 2 }, description: '' });
    expect(patched.json()).toMatchObject({ customData: { d: 2 }, description: null });
    expect((patched.json() as { customData: object }).customData).not.toHaveProperty('a');
    const untouched = await api.call('PATCH', `/applications/${id}`, {});
    expect(untouched.json()).toEqual(patched.json());
  });

  it('takes large input up to its limit and refuses the rest', async () => {
    const large = await create({ customData: { text: 'x'.repeat(900_000) } });
    expect(large.status).toBe(200);
    const huge = await create({ customData: { text: 'x'.repeat(1_100_000) } });
    expect(outcome(huge)).toEqual([413, 'request.payload_too_large']);
    const longId = await api.call('GET', `/applications/${'x'.repeat(5000)}`);
    expect(longId.status).toBeGreaterThanOrEqual(400);
    expect(longId.status).toBeLessThan(500);
  });

  it.each([
    ['SAML', 'application.saml.use_saml_app_api'],
    ['Protected', 'application.protected_app_metadata_is_required'],
  ])('leaves %s applications to their own features', async (type, code) => {
    expect(outcome(await create({ type }))).toEqual([400, code]);
  });

  it('does not touch a SAML application', async () => {
    await server.query(
      `insert into applications (tenant_id, id, name, secret, type) values ('default', 'saml1', 'SAML', 'x', 'SAML')`,
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

  describe('of somebody else', () => {
    it('are Traditional, from the beginning', async () => {
      const refused = [400, 'application.invalid_third_party_application_type'];
      for (const type of ['SPA', 'Native', 'MachineToMachine']) {
        expect(outcome(await create({ type, isThirdParty: true }))).toEqual(refused);
      }
      expect((await create({ type: 'Traditional', isThirdParty: true })).json()).toMatchObject({ isThirdParty: true });
    });

    it('have scopes to ask users for', async () => {
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

    it('are the only ones with such scopes', async () => {
      const { id } = await newApplication(api, { type: 'Traditional' });
      const refused = [422, 'application.third_party_application_only'];
      const at = `/applications/${id}/user-consent-scopes`;
      expect(outcome(await api.call('GET', at))).toEqual(refused);
      expect(outcome(await api.call('POST', at, { userScopes: ['profile'] }))).toEqual(refused);
      expect(outcome(await api.call('DELETE', `${at}/user-scopes/profile`))).toEqual(refused);
    });
  });
});
