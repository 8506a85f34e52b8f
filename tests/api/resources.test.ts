import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { outcome } from '../harness/interactions.ts';
import { type TestServer, useServer } from '../harness/server.ts';

type Resource = { id: string; name: string; indicator: string; isDefault: boolean; scopes?: Scope[] };
type Scope = { id: string; name: string; resourceId: string };

describe('API resources', () => {
  let server: TestServer;
  let api: ManagementApi;
  let created = 0;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
  });

  const create = async (body: object = {}): Promise<Resource> => {
    created += 1;
    const indicator = `https://api-${created}.example.com`;
    const answer = await api.call('POST', '/resources', { name: `API ${created}`, indicator, ...body });
    expect(answer.status, answer.body).toBe(201);
    return answer.json();
  };
  const addScope = async (resourceId: string, name: string, description?: string): Promise<Scope> => {
    const answer = await api.call('POST', `/resources/${resourceId}/scopes`, { name, description });
    expect(answer.status, answer.body).toBe(201);
    return answer.json();
  };
  const refusal = async (method: string, path: string, body?: unknown) => outcome(await api.call(method, path, body));

  it('creates, reads, changes and deletes one', async () => {
    const { id, ...rest } = await create({ name: 'Orders', indicator: 'https://orders.example.com/v1' });
    expect(rest).toMatchObject({ name: 'Orders', isDefault: false, accessTokenTtl: 3600, tenantId: 'default' });
    const changed = await api.call('PATCH', `/resources/${id}`, { name: 'Orders 2', accessTokenTtl: 600 });
    expect(changed.json()).toMatchObject({ id, name: 'Orders 2', accessTokenTtl: 600 });
    const untouched = await api.call('PATCH', `/resources/${id}`, { indicator: 'https://elsewhere.example.com' });
    expect(untouched.json()).toMatchObject({ indicator: 'https://orders.example.com/v1' });
    expect((await api.call('GET', `/resources/${id}`)).json()).toMatchObject({ name: 'Orders 2' });
    expect((await api.call('DELETE', `/resources/${id}`)).status).toBe(204);
    expect(await refusal('GET', `/resources/${id}`)).toEqual([404, 'entity.not_exists_with_id']);
  });

  it.each([
    ['no absolute address', { indicator: 'orders' }],
    ['a fragment', { indicator: 'https://orders.example.com/#part' }],
    ['an empty fragment', { indicator: 'https://orders.example.com/#' }],
    ['a space', { indicator: 'https://orders.example.com/a b' }],
    ['no name', { name: '' }],
    ['no lifetime', { accessTokenTtl: 0 }],
    ['half a second', { accessTokenTtl: 0.5 }],
    ['a lifetime of ages', { accessTokenTtl: 1e12 }],
  ])('rejects %s, and names the field', async (_, wrong) => {
    const body = { name: 'Wrong', indicator: 'https://wrong.example.com', ...wrong };
    const answer = await api.call('POST', '/resources', body);
    expect(outcome(answer)).toEqual([400, 'guard.invalid_input']);
    const { data } = answer.json() as { data: { issues: { path: string[] }[] } };
    expect(data.issues[0]?.path).toEqual(Object.keys(wrong));
  });

  it('A53 an update is validated like a creation', async () => {
    const { id } = await create();
    for (const body of [{ name: '' }, { accessTokenTtl: -1 }, { accessTokenTtl: 1.5 }]) {
      expect(await refusal('PATCH', `/resources/${id}`, body)).toEqual([400, 'guard.invalid_input']);
    }
  });

  it('rejects a taken or reserved identifier', async () => {
    const { indicator } = await create();
    for (const taken of [indicator, 'urn:tessera:resource:organizations', 'URN:tessera:organization:t-default']) {
      expect(await refusal('POST', '/resources', { name: 'Second', indicator: taken })).toEqual([
        422,
        'resource.resource_identifier_in_use',
      ]);
    }
  });

  it('has at most one default, also concurrently', async () => {
    const [one, two] = [await create(), await create()];
    const choose = (id: string, isDefault = true) => api.call('PATCH', `/resources/${id}/is-default`, { isDefault });
    expect((await choose(one.id)).json()).toMatchObject({ id: one.id, isDefault: true });
    expect((await choose(two.id)).json()).toMatchObject({ id: two.id, isDefault: true });
    const defaults = async () =>
      ((await api.call('GET', '/resources')).json() as Resource[]).filter(({ isDefault }) => isDefault);
    expect((await defaults()).map(({ id }) => id)).toEqual([two.id]);
    const answers = await Promise.all([one, two, one, two, one, two].map(({ id }) => choose(id)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(await defaults()).toHaveLength(1);
    for (const { id } of [one, two]) await choose(id, false);
    expect(await defaults()).toEqual([]);
  });

  it('protects the Management API and its scopes', async () => {
    const path = '/resources/management-api';
    expect((await api.call('GET', path)).json()).toMatchObject({ indicator: 'https://default.tessera.app/api' });
    const modify = [400, 'resource.cannot_modify_management_api'];
    expect(await refusal('PATCH', path, { name: 'Mine' })).toEqual(modify);
    expect(await refusal('PATCH', path, { accessTokenTtl: 10 })).toEqual(modify);
    expect(await refusal('PATCH', `${path}/is-default`, { isDefault: true })).toEqual(modify);
    expect(await refusal('POST', `${path}/scopes`, { name: 'more' })).toEqual(modify);
    expect(await refusal('PATCH', `${path}/scopes/management-api-all`, { description: 'x' })).toEqual(modify);
    expect(await refusal('DELETE', `${path}/scopes/management-api-all`)).toEqual(modify);
    expect(await refusal('DELETE', path)).toEqual([400, 'resource.cannot_delete_management_api']);
  });

  it("protects the console's own resources in the admin tenant", async () => {
    const admin = await managementApi(server, 'admin');
    const all = (await admin.call('GET', '/resources')).json() as Resource[];
    expect(all.map(({ id }) => id).sort()).toEqual(['cloud-api', 'mapi-admin', 'mapi-default', 'me-api']);
    for (const { id } of all) {
      expect(outcome(await admin.call('DELETE', `/resources/${id}`))).toEqual([
        400,
        'resource.cannot_delete_management_api',
      ]);
    }
  });

  it('lists all, in pages, and with scopes on request', async () => {
    const { id } = await create({ name: 'Newest' });
    await addScope(id, 'read');
    await addScope(id, 'write');
    const page = await api.call('GET', '/resources?page=1&page_size=1');
    expect(page.json()).toMatchObject([{ id, name: 'Newest' }]);
    const all = (await api.call('GET', '/resources')).json() as Resource[];
    expect(page.headers.get('total-number')).toBe(String(all.length));
    expect(all.every((resource) => !('scopes' in resource))).toBe(true);
    for (const off of ['0', 'false', 'no']) {
      const [without] = (await api.call('GET', `/resources?includeScopes=${off}`)).json() as Resource[];
      expect(without, off).not.toHaveProperty('scopes');
    }
    const [first, ...others] = (await api.call('GET', '/resources?includeScopes=true')).json() as Resource[];
    expect(first?.scopes?.map(({ name }) => name).sort()).toEqual(['read', 'write']);
    expect(others.flatMap(({ scopes = [] }) => scopes).map(({ name }) => name)).toContain('all');
  });

  describe('scopes', () => {
    it('are created, found, described and deleted', async () => {
      const { id } = await create();
      const read = await addScope(id, 'read:orders', 'See orders');
      await addScope(id, 'write:orders');
      const found = await api.call('GET', `/resources/${id}/scopes?search=%25see%25`);
      expect([found.json(), found.headers.get('total-number')]).toMatchObject([[{ id: read.id }], '1']);
      const path = `/resources/${id}/scopes/${read.id}`;
      expect((await api.call('PATCH', path, { description: '' })).json()).toMatchObject({
        name: 'read:orders',
        description: null,
      });
      expect((await api.call('DELETE', path)).status).toBe(204);
      expect(await refusal('DELETE', path)).toEqual([404, 'entity.not_exists_with_id']);
      expect((await api.call('GET', `/resources/${id}/scopes`)).json()).toMatchObject([{ name: 'write:orders' }]);
    });

    it.each(['two words', ' lead', 'trail ', 'tab\tbed', 'line\nbreak', 'no\u00a0break'])(
      'have no spaces in their names: %j',
      async (name) => {
        const { id } = await create();
        expect(await refusal('POST', `/resources/${id}/scopes`, { name })).toEqual([400, 'scope.name_with_space']);
        const scope = await addScope(id, 'fine');
        expect(await refusal('PATCH', `/resources/${id}/scopes/${scope.id}`, { name })).toEqual([
          400,
          'scope.name_with_space',
        ]);
      },
    );

    it('have unique names within a resource', async () => {
      const [one, two] = [await create(), await create()];
      const read = await addScope(one.id, 'read');
      const write = await addScope(one.id, 'write');
      await addScope(two.id, 'read');
      const exists = [422, 'scope.name_exists'];
      expect(await refusal('POST', `/resources/${one.id}/scopes`, { name: 'read' })).toEqual(exists);
      expect(await refusal('PATCH', `/resources/${one.id}/scopes/${write.id}`, { name: 'read' })).toEqual(exists);
      // A scope is not reachable through another resource.
      const foreign = `/resources/${two.id}/scopes/${read.id}`;
      expect(await refusal('PATCH', foreign, { description: 'x' })).toEqual([404, 'entity.not_exists_with_id']);
      expect(await refusal('DELETE', foreign)).toEqual([404, 'entity.not_exists_with_id']);
    });

    it('report what their deletion affects', async () => {
      const { id } = await create({ name: 'Used', indicator: 'https://used.example.com' });
      const scope = (await api.call('POST', `/resources/${id}/scopes`, { name: 'read:used' })).json() as { id: string };
      const path = `/resources/${id}/scopes/${scope.id}/usage`;
      expect((await api.call('GET', path)).json()).toEqual({ roles: 0, organizationRoles: 0, applications: 0 });
      await api.call('POST', '/roles', { name: 'Reader', description: 'x', scopeIds: [scope.id] });
      const permission = (await api.call('POST', '/organization-scopes', { name: 'see:used' })).json() as {
        id: string;
      };
      const body = { name: 'User of it', organizationScopeIds: [permission.id], resourceScopeIds: [scope.id] };
      const role = (await api.call('POST', '/organization-roles', body)).json() as { id: string };
      expect((await api.call('GET', path)).json()).toEqual({ roles: 1, organizationRoles: 1, applications: 0 });
      expect((await api.call('GET', `/organization-scopes/${permission.id}/usage`)).json()).toEqual({ roles: 1 });
      const user = (await api.call('POST', '/users', { username: 'holder' })).json() as { id: string };
      for (const name of ['One', 'Two']) {
        const organization = (await api.call('POST', '/organizations', { name })).json() as { id: string };
        await api.call('POST', `/organizations/${organization.id}/users`, { userIds: [user.id] });
        const assigned = { userIds: [user.id], organizationRoleIds: [role.id] };
        await api.call('POST', `/organizations/${organization.id}/users/roles`, assigned);
      }
      const usage = await api.call('GET', `/organization-roles/${role.id}/usage`);
      expect(usage.json()).toEqual({ users: 1, applications: 0, organizations: 2 });
      for (const missing of [`/resources/${id}/scopes/none/usage`, '/organization-roles/none/usage']) {
        expect((await api.call('GET', missing)).status).toBe(404);
      }
    });

    it('of a missing resource are not found', async () => {
      for (const [method, path, body] of [
        ['GET', '/resources/nothing/scopes', undefined],
        ['POST', '/resources/nothing/scopes', { name: 'read' }],
        ['DELETE', '/resources/nothing/scopes/read', undefined],
      ] as const) {
        expect(await refusal(method, path, body)).toEqual([404, 'entity.not_exists_with_id']);
      }
    });
  });
});
