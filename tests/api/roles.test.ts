import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { outcome } from '../harness/interactions.ts';
import { userIdOf } from '../harness/permissions.ts';
import { newMachineRole, newResource, newRole } from '../harness/roles.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { demoApp, obtainCode } from '../harness/sign-in.ts';

type Listed = {
  id: string;
  name: string;
  usersCount: number;
  featuredUsers: { id: string; name: string | null; avatar: string | null }[];
  applicationsCount: number;
  featuredApplications: { id: string; name: string; type: string }[];
};

describe('roles', () => {
  let server: TestServer;
  let api: ManagementApi;
  let shop: Awaited<ReturnType<typeof newResource>>;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    shop = await newResource(api, 'https://shop.example.com', ['read', 'write', 'refund']);
  });

  const refusal = async (method: string, path: string, body?: unknown) => outcome(await api.call(method, path, body));
  const list = async (query = '') => (await api.call('GET', `/roles?page_size=100&${query}`)).json() as Listed[];
  const person = async (username: string) => {
    const base = server.base('default');
    await obtainCode({ base, client: demoApp(base), username, register: true });
    return userIdOf(server, 'default', username);
  };

  it('creates, reads, changes and deletes one', async () => {
    const answer = await api.call('POST', '/roles', { name: 'Clerk', description: 'Sells' });
    expect([answer.status, answer.json()]).toMatchObject([
      200,
      { name: 'Clerk', description: 'Sells', type: 'User', isDefault: false, tenantId: 'default' },
    ]);
    const { id } = answer.json() as { id: string };
    const changed = await api.call('PATCH', `/roles/${id}`, { description: 'Sells more', isDefault: true });
    expect(changed.json()).toMatchObject({ name: 'Clerk', description: 'Sells more', isDefault: true });
    // The type cannot change.
    await api.call('PATCH', `/roles/${id}`, { type: 'MachineToMachine' });
    expect((await api.call('GET', `/roles/${id}`)).json()).toMatchObject({ type: 'User' });
    expect((await api.call('DELETE', `/roles/${id}`)).status).toBe(204);
    expect(await refusal('GET', `/roles/${id}`)).toEqual([404, 'entity.not_exists_with_id']);
  });

  it.each([
    [{ name: 'No description' }],
    [{ name: '', description: 'x' }],
    [{ name: 'x', description: '' }],
    [{ name: 'x'.repeat(129), description: 'x' }],
    [{ name: 'x', description: 'x'.repeat(129) }],
    [{ name: 'x', description: 'x', type: 'Robot' }],
    [{ name: 'x', description: 'x', scopeIds: 'all' }],
  ])('refuses %j', async (body) => {
    expect(await refusal('POST', '/roles', body)).toEqual([400, 'guard.invalid_input']);
  });

  it("has unique names, and reserves the product's names", async () => {
    const one = await newRole(api);
    const two = await newRole(api);
    const inUse = [422, 'role.name_in_use'];
    expect(await refusal('POST', '/roles', { name: one.name, description: 'x' })).toEqual(inUse);
    expect(await refusal('PATCH', `/roles/${two.id}`, { name: one.name })).toEqual(inUse);
    const internal = [403, 'role.internal_role_violation'];
    expect(await refusal('POST', '/roles', { name: '#internal:mine', description: 'x' })).toEqual(internal);
    expect(await refusal('PATCH', `/roles/${two.id}`, { name: '#internal:mine' })).toEqual(internal);
  });

  it('hides and protects internal roles', async () => {
    expect((await list()).map(({ name }) => name)).not.toContain('#internal:admin');
    expect(await list('search=%25internal%25')).toEqual([]);
    const { id: applicationId } = await newApplication(api, { type: 'MachineToMachine' });
    const userId = await person('curious');
    for (const [method, path, body] of [
      ['PATCH', '', { name: 'Mine' }],
      ['DELETE', '', undefined],
      ['POST', '/scopes', { scopeIds: [shop.scopeId('read')] }],
      ['DELETE', '/scopes/management-api-all', undefined],
      ['POST', '/users', { userIds: [userId] }],
      ['POST', '/applications', { applicationIds: [applicationId] }],
      ['DELETE', `/applications/${applicationId}`, undefined],
    ] as const) {
      expect(await refusal(method, `/roles/admin-role${path}`, body), `${method} ${path}`).toEqual([
        403,
        'role.internal_role_violation',
      ]);
    }
    for (const path of [`/users/${userId}/roles`, `/applications/${applicationId}/roles`]) {
      for (const method of ['POST', 'PUT']) {
        expect(await refusal(method, path, { roleIds: ['admin-role'] })).toEqual([403, 'role.internal_role_violation']);
      }
    }
  });

  it('a default role is a user role, and new users get it', async () => {
    const wrongType = [422, 'user.invalid_role_type'];
    const machine = { name: 'Robots', description: 'x', type: 'MachineToMachine', isDefault: true };
    expect(await refusal('POST', '/roles', machine)).toEqual(wrongType);
    const { id: machineRole } = await newMachineRole(api);
    expect(await refusal('PATCH', `/roles/${machineRole}`, { isDefault: true })).toEqual(wrongType);
    const [one, two] = [await newRole(api, { isDefault: true }), await newRole(api)];
    await api.call('PATCH', `/roles/${two.id}`, { isDefault: true });
    const userId = await person('newcomer');
    const held = (await api.call('GET', `/users/${userId}/roles`)).json() as { id: string }[];
    expect(held.map(({ id }) => id).sort()).toEqual([one.id, two.id].sort());
    for (const { id } of [one, two]) await api.call('DELETE', `/roles/${id}`);
    expect((await api.call('GET', `/users/${userId}/roles`)).json()).toEqual([]);
  });

  it('lists by name, description, ID and type, with the count and a few assigned users', async () => {
    const role = await newRole(api, { name: 'Librarian', description: 'Lends books' });
    const robot = await newMachineRole(api, { name: 'Book robot' });
    const people = [];
    for (const name of ['ann', 'bob', 'cid', 'dot']) people.push(await person(`reads_${name}`));
    await api.call('POST', `/roles/${role.id}/users`, { userIds: people });
    const { id: applicationId } = await newApplication(api, { type: 'MachineToMachine' });
    await api.call('POST', `/roles/${robot.id}/applications`, { applicationIds: [applicationId] });

    const [found] = await list('search=%25lends%25');
    expect(found).toMatchObject({ id: role.id, usersCount: 4, applicationsCount: 0, featuredApplications: [] });
    expect(found?.featuredUsers).toHaveLength(3);
    expect(Object.keys(found?.featuredUsers[0] ?? {}).sort()).toEqual(['avatar', 'id', 'name']);
    expect(await list('search=%25book%25&type=MachineToMachine')).toMatchObject([
      {
        id: robot.id,
        usersCount: 0,
        featuredUsers: [],
        applicationsCount: 1,
        featuredApplications: [{ id: applicationId, type: 'MachineToMachine' }],
      },
    ]);
    expect((await list(`search=${role.id}`)).map(({ id }) => id)).toEqual([role.id]);
    const without = async (query: string) => (await list(query)).map(({ id }) => id);
    expect(await without(`excludeUserId=${people[0]}`)).not.toContain(role.id);
    expect(await without(`excludeUserId=${people[0]}`)).toContain(robot.id);
    expect(await without(`excludeApplicationId=${applicationId}`)).not.toContain(robot.id);
    expect(await refusal('GET', '/roles?search.type=User')).toEqual([400, 'request.invalid_input']);

    // Deleting a user also updates the count.
    const inTenant = `with bound as materialized (select set_config('tessera.tenant', 'default', false) as id)`;
    await server.query(`${inTenant} delete from users using bound where tenant_id = bound.id and users.id = $1`, [
      people[0],
    ]);
    await api.call('DELETE', `/roles/${role.id}/users/${people[1]}`);
    await api.call('DELETE', `/applications/${applicationId}`);
    expect(await list('search=%25book%25')).toMatchObject([
      { id: robot.id, applicationsCount: 0, featuredApplications: [] },
      { id: role.id, usersCount: 2 },
    ]);
    await api.call('DELETE', `/roles/${role.id}`);
    const left = await server.query(`select entity from tenant_counters where entity like $1`, [`%${role.id}`]);
    expect(left).toEqual([]);
  });

  describe('permissions', () => {
    it('are listed with the role, added, searched by API, and removed', async () => {
      const { id } = await newRole(api, { scopeIds: [shop.scopeId('read'), shop.scopeId('read')] });
      const added = await api.call('POST', `/roles/${id}/scopes`, { scopeIds: [shop.scopeId('write')] });
      expect(added.status).toBe(201);
      const names = (answer: { json: () => unknown }) =>
        (answer.json() as { name: string }[]).map(({ name }) => name).sort();
      expect(names(added)).toEqual(['read', 'write']);
      const listed = await api.call('GET', `/roles/${id}/scopes`);
      expect(names(listed)).toEqual(['read', 'write']);
      expect(listed.json()).toMatchObject([{ resource: { indicator: shop.indicator } }, { resource: { id: shop.id } }]);
      expect(listed.headers.get('total-number')).toBeNull();
      const page = await api.call('GET', `/roles/${id}/scopes?page=1&page_size=1&search=%25shop.example%25`);
      expect([names(page).length, page.headers.get('total-number')]).toEqual([1, '2']);
      expect(names(await api.call('GET', `/roles/${id}/scopes?search=%25wri%25`))).toEqual(['write']);
      expect((await api.call('DELETE', `/roles/${id}/scopes/${shop.scopeId('read')}`)).status).toBe(204);
      expect(names(await api.call('GET', `/roles/${id}/scopes`))).toEqual(['write']);
      expect(await refusal('DELETE', `/roles/${id}/scopes/${shop.scopeId('read')}`)).toEqual([
        404,
        'entity.not_exists_with_id',
      ]);
    });

    it('are rejected as a whole if one is invalid', async () => {
      const { id } = await newRole(api, { scopeIds: [shop.scopeId('read')] });
      const path = `/roles/${id}/scopes`;
      const unknown = [404, 'entity.not_exists_with_id'];
      expect(await refusal('POST', path, { scopeIds: [shop.scopeId('write'), 'nothing'] })).toEqual(unknown);
      expect(await refusal('POST', path, { scopeIds: [shop.scopeId('write'), shop.scopeId('read')] })).toEqual([
        422,
        'role.scope_exists',
      ]);
      const foreign = { name: 'Foreign', description: 'x', scopeIds: ['me-api-all'] };
      expect(await refusal('POST', '/roles', foreign)).toEqual(unknown);
      expect((await list('search=Foreign')).length).toBe(0);
      expect((await api.call('GET', path)).json()).toHaveLength(1);
    });

    it('of the Management API are only for machine-to-machine roles', async () => {
      const scopeIds = ['management-api-all'];
      const refused = [400, 'role.management_api_scopes_not_assignable_to_user_role'];
      expect(await refusal('POST', '/roles', { name: 'Boss', description: 'x', scopeIds })).toEqual(refused);
      const { id } = await newRole(api);
      expect(await refusal('POST', `/roles/${id}/scopes`, { scopeIds })).toEqual(refused);
      const { id: machineRole } = await newMachineRole(api, { scopeIds });
      const listed = (await list(`search=${machineRole}`)) as { hasManagementApiAccess?: boolean }[];
      expect(listed.map(({ hasManagementApiAccess }) => hasManagementApiAccess)).toEqual([true]);
      expect(await list(`search=${id}`)).toMatchObject([{ hasManagementApiAccess: false }]);
    });
  });
});
