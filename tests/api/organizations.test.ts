import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { outcome } from '../harness/interactions.ts';
import { addUsers, newOrganization, newOrganizationRole } from '../harness/organizations.ts';
import { type TestServer, useServer } from '../harness/server.ts';

type Listed = { id: string; name: string; usersCount?: number; featuredUsers?: { id: string }[] };

describe('organizations', () => {
  let server: TestServer;
  let api: ManagementApi;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
  });
  const list = async (query: string) => (await api.call('GET', `/organizations?${query}`)).json() as Listed[];

  it('creates, reads, changes and deletes one', async () => {
    const created = await api.call('POST', '/organizations', {
      name: 'Acme',
      createdAt: 5,
      tenantId: 'admin',
      id: 'x',
    });
    expect([created.status, created.json()]).toMatchObject([
      201,
      { tenantId: 'default', name: 'Acme', description: null, customData: {}, isMfaRequired: false, customCss: null },
    ]);
    const { id, createdAt } = created.json() as { id: string; createdAt: number };
    expect(id).toMatch(/^[a-z0-9]{12}$/);
    expect(createdAt).toBeGreaterThan(1_000_000);
    const patch = {
      description: 'Makes everything',
      isMfaRequired: true,
      customData: { region: 'eu' },
      color: { primaryColor: '#0A7F3C' },
      branding: { logoUrl: 'https://acme.example/logo.png' },
      customCss: 'body { color: red }',
    };
    expect((await api.call('PATCH', `/organizations/${id}`, patch)).json()).toMatchObject({ name: 'Acme', ...patch });
    const replaced = await api.call('PATCH', `/organizations/${id}`, { customData: { tier: 2 }, customCss: '' });
    expect(replaced.json()).toMatchObject({
      description: 'Makes everything',
      customData: { tier: 2 },
      customCss: null,
    });
    expect((replaced.json() as { customData: object }).customData).toEqual({ tier: 2 });
    expect((await api.call('DELETE', `/organizations/${id}`)).status).toBe(204);
    expect(outcome(await api.call('GET', `/organizations/${id}`))).toEqual([404, 'entity.not_exists_with_id']);
  });

  it('reports invalid input by field, on every write', async () => {
    const id = await newOrganization(api);
    const wrong: [string, unknown][] = [
      ['name', ''],
      ['name', 'x'.repeat(129)],
      ['description', 'x'.repeat(257)],
      ['customData', []],
      ['customData', { large: 'x'.repeat(64 * 1024) }],
      ['color', { primaryColor: 'green' }],
      ['branding', { logoUrl: 'javascript:alert(1)' }],
    ];
    for (const [field, value] of wrong) {
      for (const answer of [
        await api.call('POST', '/organizations', { name: 'Name', [field]: value }),
        await api.call('PATCH', `/organizations/${id}`, { [field]: value }),
      ]) {
        expect(outcome(answer), field).toEqual([400, 'guard.invalid_input']);
        const { data } = answer.json() as { data: { issues: { path: string[] }[] } };
        expect(data.issues[0]?.path[0]).toBe(field);
      }
    }
  });

  it('lists newest first, in pages, searched by ID and name but not by description', async () => {
    const ids: string[] = [];
    for (const name of ['Search one', 'Search two', 'Search_three']) {
      ids.push(await newOrganization(api, { name, description: 'Unseen' }));
    }
    expect((await list('q=sEARCH')).map(({ name }) => name)).toEqual(['Search_three', 'Search two', 'Search one']);
    expect((await list('q=Search_')).map(({ name }) => name)).toEqual(['Search_three']);
    expect((await list(`q=${ids[1]}`)).map(({ name }) => name)).toEqual(['Search two']);
    expect(await list('q=Unseen')).toEqual([]);
    const page = await api.call('GET', '/organizations?q=search&page=2&page_size=2');
    expect(page.headers.get('total-number')).toBe('3');
    expect((page.json() as Listed[]).map(({ name }) => name)).toEqual(['Search one']);
    expect((await list('q=search'))[0]).not.toHaveProperty('usersCount');
  });

  it('counts members and features the newest three', async () => {
    const empty = await newOrganization(api, { name: 'Featured none' });
    const full = await newOrganization(api, { name: 'Featured five' });
    const users = await addUsers(server, ['Ann', 'Ben', 'Cyd', 'Dan', 'Eve']);
    for (const userId of users) await api.call('POST', `/organizations/${full}/users`, { userIds: [userId] });
    const rows = await list('q=featured&showFeatured=1');
    expect(rows.map(({ id, usersCount }) => [id, usersCount])).toEqual([
      [full, 5],
      [empty, 0],
    ]);
    expect(rows[0]?.featuredUsers).toEqual(
      [4, 3, 2].map((index) => ({ id: users[index], name: ['Ann', 'Ben', 'Cyd', 'Dan', 'Eve'][index], avatar: null })),
    );
    expect(rows[1]?.featuredUsers).toEqual([]);
    expect((await list('q=featured&showFeatured=0'))[0]).not.toHaveProperty('featuredUsers');
  });

  it('lists the organizations of a user and an application, with their roles', async () => {
    const [userId = ''] = await addUsers(server, ['Fay']);
    const { id: applicationId } = await newApplication(api, { type: 'MachineToMachine' });
    const [first, second] = [await newOrganization(api), await newOrganization(api)];
    const roleId = await newOrganizationRole(api, { name: 'Reader' });
    const robot = await newOrganizationRole(api, { name: 'Robot', type: 'MachineToMachine' });
    for (const id of [first, second]) {
      await api.call('POST', `/organizations/${id}/users`, { userIds: [userId] });
      await api.call('POST', `/organizations/${id}/applications`, { applicationIds: [applicationId] });
    }
    await api.call('POST', `/organizations/${first}/users/${userId}/roles`, { organizationRoleIds: [roleId] });
    await api.call('POST', `/organizations/${second}/applications/roles`, {
      applicationIds: [applicationId],
      organizationRoleIds: [robot],
    });
    expect((await api.call('GET', `/users/${userId}/organizations`)).json()).toMatchObject([
      { id: second, organizationRoles: [] },
      { id: first, organizationRoles: [{ id: roleId, name: 'Reader' }] },
    ]);
    const answer = await api.call('GET', `/applications/${applicationId}/organizations?page=1&page_size=1`);
    expect(answer.headers.get('total-number')).toBe('2');
    expect(answer.json()).toMatchObject([{ id: second, organizationRoles: [{ id: robot, name: 'Robot' }] }]);
    const found = await api.call('GET', `/applications/${applicationId}/organizations?page=1&q=${first.toUpperCase()}`);
    expect(found.headers.get('total-number')).toBe('1');
    expect(found.json()).toMatchObject([{ id: first, organizationRoles: [] }]);
    expect((await api.call('GET', `/applications/${applicationId}/organizations?q=%25`)).json()).toEqual([]);
    const theirs = await api.call('GET', `/users/${userId}/organizations?page=1&q=${first.toUpperCase()}`);
    expect(theirs.headers.get('total-number')).toBe('1');
    expect(theirs.json()).toMatchObject([{ id: first }]);
    expect(outcome(await api.call('GET', '/users/nobody/organizations'))).toEqual([404, 'entity.not_found']);
  });

  it("applies an organization's branding at the next sign-in", async () => {
    const id = await newOrganization(api, { color: { primaryColor: '#112233' } });
    const look = async () => {
      const response = await fetch(`${server.origin}/api/.well-known/sign-in-exp?organizationId=${id}`);
      return ((await response.json()) as { color: object }).color;
    };
    const own = { isDarkModeEnabled: false };
    expect(await look()).toEqual({ ...own, primaryColor: '#112233', darkPrimaryColor: '#1D3B58' });
    const color = { primaryColor: '#445566', darkPrimaryColor: '#000000' };
    await api.call('PATCH', `/organizations/${id}`, { color });
    expect(await look()).toEqual({ ...own, ...color });
    await api.call('PATCH', `/organizations/${id}`, { color: {} });
    expect(await look()).toMatchObject({ ...own, primaryColor: '#6139F6' });
  });

  it('A58 never reuses the ID of a deleted organization', async () => {
    const id = await newOrganization(api);
    await api.call('DELETE', `/organizations/${id}`);
    const insert = server.query(`insert into organizations (tenant_id, id, name) values ('default', $1, 'Again')`, [
      id,
    ]);
    await expect(insert).rejects.toThrow('deleted');
  });
});

describe('organizations in the cloud', () => {
  it('C04 are limited by the plan', async () => {
    const server = await useServer({ edition: 'cloud' });
    const api = await managementApi(server);
    await server.query(`update tenants set plan_id = 'free' where id = 'default'`);
    await server.query(`select pg_notify('tessera_changes', 'admin/tenants')`);
    const answer = await api.call('POST', '/organizations', { name: 'Too many' });
    expect(outcome(answer)).toEqual([403, 'subscription.limit_exceeded']);
  });
});
