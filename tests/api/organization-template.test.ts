// The organization template: permissions, roles and their assignments.
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { outcome } from '../harness/interactions.ts';
import { newOrganizationRole, newOrganizationScope } from '../harness/organizations.ts';
import { addResource } from '../harness/permissions.ts';
import { type TestServer, useServer } from '../harness/server.ts';

type Role = { id: string; name: string; scopes: { name: string }[]; resourceScopes: { resource: { name: string } }[] };

describe('organization template', () => {
  let server: TestServer;
  let api: ManagementApi;
  let resourceScopes: string[];
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    const resourceId = await addResource(server, 'default', { indicator: 'https://shop.example', scopes: ['a', 'b'] });
    const rows = await server.query<{ id: string }>('select id from scopes where resource_id = $1 order by name', [
      resourceId,
    ]);
    resourceScopes = rows.map(({ id }) => id);
  });
  const names = async (path: string) => ((await api.call('GET', path)).json() as { name: string }[]).map((o) => o.name);

  it('creates, reads, changes and deletes a permission', async () => {
    const created = await api.call('POST', '/organization-scopes', { name: 'read:member', description: 'See members' });
    expect([created.status, created.json()]).toMatchObject([201, { name: 'read:member', description: 'See members' }]);
    const { id } = created.json() as { id: string };
    expect((await api.call('GET', `/organization-scopes/${id}`)).json()).toMatchObject({ id, tenantId: 'default' });
    const changed = await api.call('PATCH', `/organization-scopes/${id}`, { description: '' });
    expect(changed.json()).toMatchObject({ name: 'read:member', description: null });
    expect((await api.call('DELETE', `/organization-scopes/${id}`)).status).toBe(204);
    expect(outcome(await api.call('GET', `/organization-scopes/${id}`))).toEqual([404, 'entity.not_exists_with_id']);
  });

  it('rejects a duplicate permission name, and invalid names, on every write', async () => {
    const id = await newOrganizationScope(api);
    await newOrganizationScope(api, { name: 'taken' });
    const write = (name: string) => [
      api.call('POST', '/organization-scopes', { name }),
      api.call('PATCH', `/organization-scopes/${id}`, { name }),
    ];
    for (const answer of await Promise.all(write('taken'))) {
      expect(outcome(answer)).toEqual([422, 'entity.unique_integrity_violation']);
    }
    for (const answer of await Promise.all(write('two words'))) {
      expect(outcome(answer)).toEqual([400, 'scope.name_with_space']);
    }
  });

  it('lists permissions completely or in pages, searched literally by name', async () => {
    for (const name of ['list:100%', 'list:b', 'list:c']) await newOrganizationScope(api, { name });
    expect(await names('/organization-scopes?q=LIST:')).toEqual(['list:c', 'list:b', 'list:100%']);
    expect(await names('/organization-scopes?q=%25')).toEqual(['list:100%']);
    const page = await api.call('GET', '/organization-scopes?q=list:&page=2&page_size=2');
    expect([page.headers.get('total-number'), (page.json() as unknown[]).length]).toEqual(['3', 1]);
    expect((await api.call('GET', '/organization-scopes')).headers.has('total-number')).toBe(false);
  });

  it('creates a role with both types of permissions, and lists it with them', async () => {
    const scopeId = await newOrganizationScope(api, { name: 'invite:member' });
    const id = await newOrganizationRole(api, {
      name: 'Manager',
      organizationScopeIds: [scopeId, scopeId],
      resourceScopeIds: resourceScopes,
    });
    const answer = await api.call('GET', '/organization-roles?q=manager');
    expect(answer.headers.get('total-number')).toBe('1');
    const [role] = answer.json() as Role[];
    expect(role).toMatchObject({
      id,
      type: 'User',
      scopes: [{ id: scopeId, name: 'invite:member' }],
      resourceScopes: [
        { name: 'a', resource: { name: 'https://shop.example' } },
        { name: 'b', resource: { name: 'https://shop.example' } },
      ],
    });
  });

  it('filters roles by type', async () => {
    await newOrganizationRole(api, { name: 'Typed person' });
    await newOrganizationRole(api, { name: 'Typed robot', type: 'MachineToMachine' });
    expect(await names('/organization-roles?q=typed&type=MachineToMachine')).toEqual(['Typed robot']);
    expect(await names('/organization-roles?q=typed&type=User')).toEqual(['Typed person']);
    expect(outcome(await api.call('GET', '/organization-roles?type=Other'))).toEqual([400, 'guard.invalid_input']);
  });

  it('keeps role names unique, and renames', async () => {
    const id = await newOrganizationRole(api, { name: 'Once' });
    const other = await newOrganizationRole(api);
    for (const answer of [
      await api.call('POST', '/organization-roles', { name: 'Once' }),
      await api.call('PATCH', `/organization-roles/${other}`, { name: 'Once' }),
    ]) {
      expect(outcome(answer)).toEqual([422, 'entity.unique_integrity_violation']);
    }
    const renamed = await api.call('PATCH', `/organization-roles/${id}`, { name: 'Twice', description: 'Renamed' });
    expect(renamed.json()).toMatchObject({ id, name: 'Twice', description: 'Renamed', type: 'User' });
  });

  it('adds, replaces and removes permissions of a role', async () => {
    const [a, b, c] = await Promise.all(['s:a', 's:b', 's:c'].map((name) => newOrganizationScope(api, { name })));
    const path = `/organization-roles/${await newOrganizationRole(api)}/scopes`;
    expect((await api.call('POST', path, { organizationScopeIds: [a, b] })).status).toBe(201);
    expect((await api.call('POST', path, { organizationScopeIds: [b] })).status).toBe(201);
    expect((await names(path)).sort()).toEqual(['s:a', 's:b']);
    expect((await api.call('PUT', path, { organizationScopeIds: [b, c] })).status).toBe(204);
    expect((await names(path)).sort()).toEqual(['s:b', 's:c']);
    expect((await api.call('DELETE', `${path}/${c}`)).status).toBe(204);
    expect(outcome(await api.call('DELETE', `${path}/${c}`))).toEqual([404, 'entity.not_found']);
    expect((await api.call('PUT', path, { organizationScopeIds: [] })).status).toBe(204);
    expect(await names(path)).toEqual([]);
    expect(outcome(await api.call('POST', path, { organizationScopeIds: [] }))).toEqual([400, 'guard.invalid_input']);
    const unknown = await api.call('POST', path, { organizationScopeIds: [a, 'nowhere'] });
    expect(outcome(unknown)).toEqual([422, 'entity.relation_foreign_key_not_found']);
    expect(await names(path)).toEqual([]);
  });

  it("lists API permissions with the API's name", async () => {
    const path = `/organization-roles/${await newOrganizationRole(api)}/resource-scopes`;
    expect((await api.call('POST', path, { scopeIds: resourceScopes })).status).toBe(201);
    expect((await api.call('GET', path)).json()).toMatchObject([
      { name: 'a', resource: { name: 'https://shop.example' } },
      { name: 'b', resource: { name: 'https://shop.example' } },
    ]);
    expect((await api.call('PUT', path, { scopeIds: resourceScopes.slice(1) })).status).toBe(204);
    expect((await api.call('DELETE', `${path}/${resourceScopes[1]}`)).status).toBe(204);
    expect((await api.call('GET', path)).json()).toEqual([]);
  });

  it('A53 never grants the Management API through an organization, by any write', async () => {
    const scopeIds = ['management-api-all'];
    const refusal = [400, 'role.management_api_scopes_not_assignable_to_user_role'];
    const id = await newOrganizationRole(api);
    const path = `/organization-roles/${id}/resource-scopes`;
    expect(outcome(await api.call('POST', '/organization-roles', { name: 'M', resourceScopeIds: scopeIds }))).toEqual(
      refusal,
    );
    expect(outcome(await api.call('POST', path, { scopeIds }))).toEqual(refusal);
    expect(outcome(await api.call('PUT', path, { scopeIds }))).toEqual(refusal);
    const machine = await newOrganizationRole(api, { type: 'MachineToMachine', resourceScopeIds: scopeIds });
    expect(outcome(await api.call('PATCH', `/organization-roles/${machine}`, { type: 'User' }))).toEqual(refusal);
    expect((await api.call('GET', path)).json()).toEqual([]);
    expect((await api.call('GET', `/organization-roles/${machine}`)).json()).toMatchObject({
      type: 'MachineToMachine',
    });
  });
});
