// Scopes of third-party applications, and the organizations users granted them.
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { outcome } from '../harness/interactions.ts';
import { addOrganization, addOrganizationScopes, joinOrganization, scopeIds } from '../harness/organization-rows.ts';
import { addResource, userIdOf } from '../harness/permissions.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { demoApp, obtainCode } from '../harness/sign-in.ts';

describe('consent scopes', () => {
  let server: TestServer;
  let api: ManagementApi;
  let path: string;
  let scopes: { read: string; write: string };
  let resourceId: string;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    resourceId = await addResource(server, 'default', { indicator: 'https://api', scopes: ['read', 'write'] });
    const [read = '', write = ''] = await scopeIds(server, 'default', resourceId, ['read', 'write']);
    scopes = { read, write };
    await addOrganizationScopes(server, 'default', ['invite', 'remove']);
    const { id } = await newApplication(api, { type: 'Traditional', isThirdParty: true });
    path = `/applications/${id}/user-consent-scopes`;
  });
  const current = async () => (await api.call('GET', path)).json() as Record<string, unknown>;

  it('are added by type, read in groups, and removed one by one', async () => {
    const nothing = { userScopes: [], resourceScopes: [], organizationScopes: [], organizationResourceScopes: [] };
    expect(await current()).toEqual(nothing);
    const everything = {
      userScopes: ['urn:tessera:scope:organizations', 'profile', 'urn:tessera:scope:organization_roles'],
      resourceScopes: [scopes.read],
      organizationScopes: ['remove', 'invite'],
      organizationResourceScopes: [scopes.write, scopes.read],
    };
    expect((await api.call('POST', path, everything)).status).toBe(201);
    const resource = { id: resourceId, name: 'https://api', indicator: 'https://api' };
    const read = { id: scopes.read, name: 'read', description: null };
    const write = { id: scopes.write, name: 'write', description: null };
    const all = {
      userScopes: ['profile', 'urn:tessera:scope:organizations', 'urn:tessera:scope:organization_roles'],
      resourceScopes: [{ resource, scopes: [read] }],
      organizationScopes: ['invite', 'remove'].map((name) => ({ id: name, name, description: null })),
      organizationResourceScopes: [{ resource, scopes: [read, write] }],
    };
    expect(await current()).toEqual(all);
    // Existing entries don't fail the request.
    expect((await api.call('POST', path, everything)).status).toBe(201);
    expect(await current()).toEqual(all);
    const removals = [
      ...all.userScopes.map((name) => `user-scopes/${encodeURIComponent(name)}`),
      `resource-scopes/${scopes.read}`,
      'organization-scopes/invite',
      'organization-scopes/remove',
      `organization-resource-scopes/${scopes.read}`,
      `organization-resource-scopes/${scopes.write}`,
    ];
    for (const removal of removals) expect((await api.call('DELETE', `${path}/${removal}`)).status, removal).toBe(204);
    for (const removal of removals) {
      expect(outcome(await api.call('DELETE', `${path}/${removal}`))).toEqual([404, 'entity.not_found']);
    }
    expect(await current()).toEqual(nothing);
  });

  it('C01 two concurrent additions of the same scope both succeed', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        api.call('POST', path, { userScopes: ['email'], resourceScopes: [scopes.read] }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(await current()).toMatchObject({ userScopes: ['email'], resourceScopes: [{ scopes: [{ name: 'read' }] }] });
  });

  it.each([
    [{ userScopes: ['openid'] }, 'application.user_consent_scopes_not_found'],
    [{ userScopes: ['profile', 'organizations'] }, 'application.user_consent_scopes_not_found'],
    [{ resourceScopes: ['unknown'] }, 'application.user_consent_scopes_not_found'],
    [{ organizationResourceScopes: ['invite'] }, 'application.user_consent_scopes_not_found'],
    [{ organizationScopes: ['read'] }, 'application.user_consent_scopes_not_found'],
    [{ resourceScopes: ['management-api-all'] }, 'application.consent_management_api_scopes_not_allowed'],
    [{ organizationResourceScopes: ['management-api-all'] }, 'application.consent_management_api_scopes_not_allowed'],
  ])('rejects %j as a whole', async (body, code) => {
    const before = await current();
    expect(outcome(await api.call('POST', path, { userScopes: ['phone'], ...body }))).toEqual([422, code]);
    expect(await current()).toEqual(before);
  });

  it('are for third-party applications', async () => {
    const { id } = await newApplication(api, { type: 'Traditional' });
    const refused = [422, 'application.third_party_application_only'];
    const own = `/applications/${id}/user-consent-scopes`;
    expect(outcome(await api.call('GET', own))).toEqual(refused);
    expect(outcome(await api.call('POST', own, { userScopes: ['profile'] }))).toEqual(refused);
    expect(outcome(await api.call('DELETE', `${own}/user-scopes/profile`))).toEqual(refused);
    expect(outcome(await api.call('DELETE', `${path}/nonsense/profile`))).toEqual([404, 'entity.not_exists_with_id']);
  });
});

describe('consent organizations', () => {
  let server: TestServer;
  let api: ManagementApi;
  let path: string;
  let userId: string;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    const base = server.base('default');
    await obtainCode({ base, client: demoApp(base), username: 'ada', register: true });
    userId = await userIdOf(server, 'default', 'ada');
    for (const id of ['a', 'b', 'c', 'd']) await addOrganization(server, 'default', { id, name: id.toUpperCase() });
    for (const id of ['a', 'b', 'c']) await joinOrganization(server, 'default', id, { user: userId });
    const { id } = await newApplication(api, { type: 'Traditional', isThirdParty: true });
    path = `/applications/${id}/users/${userId}/consent-organizations`;
  });
  const current = async () => {
    const { organizations } = (await api.call('GET', path)).json() as { organizations: { id: string }[] };
    return organizations.map(({ id }) => id);
  };

  it('are added, replaced, paged and removed', async () => {
    expect(await current()).toEqual([]);
    expect((await api.call('POST', path, { organizationIds: ['b'] })).status).toBe(201);
    expect((await api.call('POST', path, { organizationIds: ['b', 'a'] })).status).toBe(201);
    expect(await current()).toEqual(['a', 'b']);
    expect((await api.call('PUT', path, { organizationIds: ['b', 'c'] })).status).toBe(204);
    const page = await api.call('GET', `${path}?page=2&page_size=1`);
    expect(page.headers.get('total-number')).toBe('2');
    expect(page.json()).toEqual({
      organizations: [
        {
          tenantId: 'default',
          id: 'c',
          name: 'C',
          description: null,
          customData: {},
          isMfaRequired: false,
          color: {},
          branding: {},
          customCss: null,
          createdAt: expect.any(Number),
        },
      ],
    });
    expect((await api.call('DELETE', `${path}/c`)).status).toBe(204);
    expect(outcome(await api.call('DELETE', `${path}/c`))).toEqual([404, 'entity.not_exists_with_id']);
    expect(await current()).toEqual(['b']);
  });

  it("are limited to the user's organizations, and end with the membership", async () => {
    for (const method of ['POST', 'PUT']) {
      for (const organizationIds of [['d'], ['a', 'unknown']]) {
        const answer = await api.call(method, path, { organizationIds });
        expect(outcome(answer)).toEqual([422, 'organization.require_membership']);
      }
    }
    expect(await current()).toEqual(['b']);
    await server.query(`delete from organization_users where organization_id = 'b'`);
    expect(await current()).toEqual([]);
  });

  it('require a third-party application and a user', async () => {
    const { id } = await newApplication(api, { type: 'SPA' });
    const own = `/applications/${id}/users/${userId}/consent-organizations`;
    expect(outcome(await api.call('GET', own))).toEqual([422, 'application.third_party_application_only']);
    const nobody = path.replace(userId, 'nobody');
    expect(outcome(await api.call('GET', nobody))).toEqual([404, 'entity.not_found']);
    expect(outcome(await api.call('PUT', nobody, { organizationIds: [] }))).toEqual([404, 'entity.not_found']);
  });
});
