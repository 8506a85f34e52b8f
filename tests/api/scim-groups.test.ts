// SCIM groups, and the organization roles that their members get.
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { outcome } from '../harness/interactions.ts';
import { newOrganization, newOrganizationRole } from '../harness/organizations.ts';
import { newScimClient, patchOf, type ScimClient, type ScimResource } from '../harness/scim.ts';
import { type TestServer, useServer } from '../harness/server.ts';

describe('SCIM groups', () => {
  let server: TestServer;
  let api: ManagementApi;
  let scim: ScimClient;
  let users: string[];
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    scim = await newScimClient(server, api, ['example.com']);
    users = [];
    for (const name of ['ann', 'ben', 'cal']) users.push((await scim.createUser(`${name}@example.com`)).id);
  });
  const membersOf = async (id: string) =>
    ((await scim.call('GET', `/Groups/${id}`)).json() as ScimResource).members?.map(({ value }) => value).sort();
  const patch = (id: string, ...operations: object[]) => scim.call('PATCH', `/Groups/${id}`, patchOf(...operations));
  const rolesOf = async (organizationId: string, userId: string): Promise<string[] | undefined> => {
    const answer = await api.call('GET', `/organizations/${organizationId}/users/${userId}/roles`);
    return answer.status === 200 ? (answer.json() as { id: string }[]).map(({ id }) => id) : undefined;
  };
  const map = (groupId: string, organizationId: string, organizationRoleId: string) =>
    api.call('POST', `${scim.path}/group-mappings`, { groupId, organizationId, organizationRoleId });

  it('Entra ID: creates, looks up, changes members and name, and deletes', async () => {
    const [ann = '', ben = ''] = users;
    const group = await scim.createGroup('Entra group');
    expect(group).toMatchObject({ displayName: 'Entra group', members: [], meta: { version: 'W/"1"' } });
    const found = await scim.list('Groups', {
      ...{ excludedAttributes: 'members', filter: 'displayName eq "entra GROUP"' },
    });
    expect(found).toMatchObject({ totalResults: 1, Resources: [{ id: group.id }] });
    expect(found.Resources[0]).not.toHaveProperty('members');
    const added = await patch(group.id, { op: 'Add', path: 'members', value: [{ value: ann }, { value: ben }] });
    expect(added.json()).toMatchObject({ meta: { version: 'W/"2"' } });
    expect(await membersOf(group.id)).toEqual([ann, ben].sort());
    const isMember = (id: string) => scim.list('Groups', { filter: `id eq "${group.id}" and members eq "${id}"` });
    expect((await isMember(ann)).totalResults).toBe(1);
    await patch(group.id, { op: 'Remove', path: 'members', value: [{ value: ann }] });
    expect((await isMember(ann)).totalResults).toBe(0);
    await patch(group.id, { op: 'Replace', path: 'displayName', value: 'Renamed group' });
    const user = (await scim.call('GET', `/Users/${ben}`)).json() as { groups: object[] };
    expect(user.groups).toMatchObject([{ value: group.id, display: 'Renamed group' }]);
    expect((await scim.call('DELETE', `/Groups/${group.id}`)).status).toBe(204);
    expect((await scim.call('GET', `/Groups/${group.id}`)).status).toBe(404);
  });

  it('Okta: pushes a group by PUT and PATCH', async () => {
    const [ann = '', ben = '', cal = ''] = users;
    const { id } = await scim.createGroup('Okta group', [ann]);
    const members = (...ids: string[]) => ids.map((value) => ({ value }));
    const put = await scim.call('PUT', `/Groups/${id}`, { displayName: 'Okta group', members: members(ben, cal) });
    expect(put.status).toBe(200);
    expect(await membersOf(id)).toEqual([ben, cal].sort());
    await patch(
      id,
      { op: 'remove', path: `members[value eq "${cal}"]` },
      { op: 'add', path: 'members', value: members(ann) },
      { op: 'replace', value: { id, displayName: 'Okta renamed' } },
    );
    expect(await membersOf(id)).toEqual([ann, ben].sort());
    await patch(id, { op: 'replace', path: 'members', value: members(cal) });
    expect(await membersOf(id)).toEqual([cal]);
    await patch(id, { op: 'remove', path: 'members' });
    expect(await membersOf(id)).toEqual([]);
  });

  it('refuses unknown members, groups as members and taken names', async () => {
    const { id } = await scim.createGroup('Strict group');
    const add = (value: unknown) => patch(id, { op: 'add', path: 'members', value });
    const scimType = async (answer: ReturnType<typeof add>) => ((await answer).json() as { scimType: string }).scimType;
    expect(await scimType(add([{ value: 'nobody' }]))).toBe('invalidValue');
    expect(await scimType(add([{ value: id, type: 'Group' }]))).toBe('invalidValue');
    expect(await scimType(add([{}]))).toBe('invalidValue');
    expect(await scimType(scim.call('POST', '/Groups', { displayName: 'STRICT group' }))).toBe('uniqueness');
    expect(await scimType(scim.call('POST', '/Groups', {}))).toBe('invalidValue');
    const version = { 'if-match': 'W/"7"' };
    expect((await scim.call('DELETE', `/Groups/${id}`, undefined, version)).status).toBe(412);
  });

  it('gives and takes the mapped roles, and nothing else', async () => {
    const [ann = '', ben = ''] = users;
    const organizationId = await newOrganization(api);
    const [given, other] = [await newOrganizationRole(api), await newOrganizationRole(api)];
    await api.call('POST', `/organizations/${organizationId}/users`, { userIds: [ben] });
    await api.call('POST', `/organizations/${organizationId}/users/${ben}/roles`, { organizationRoleIds: [other] });
    const first = await scim.createGroup('First', [ann, ben]);
    const second = await scim.createGroup('Second', [ann]);
    const mapping = await map(first.id, organizationId, given);
    expect(mapping.status).toBe(201);
    expect(mapping.json()).toMatchObject({
      group: { id: first.id, userCount: 2 },
      organization: { id: organizationId },
    });
    expect(await rolesOf(organizationId, ann)).toEqual([given]);
    expect((await rolesOf(organizationId, ben))?.sort()).toEqual([given, other].sort());
    expect(outcome(await map(first.id, organizationId, given))).toEqual([422, 'scim.mapping_exists']);

    // The second group gives it too, so leaving the first takes nothing away.
    await map(second.id, organizationId, given);
    await patch(first.id, { op: 'remove', path: 'members' });
    expect(await rolesOf(organizationId, ann)).toEqual([given]);
    expect(await rolesOf(organizationId, ben)).toEqual([other]);
    await scim.call('DELETE', `/Groups/${second.id}`);
    expect(await rolesOf(organizationId, ann)).toBeUndefined();

    // A role that an administrator gave stays.
    await api.call('POST', `/organizations/${organizationId}/users/${ben}/roles`, { organizationRoleIds: [given] });
    await patch(first.id, { op: 'add', path: 'members', value: [{ value: ben }] });
    const { id } = mapping.json() as { id: string };
    expect((await api.call('DELETE', `${scim.path}/group-mappings/${id}`)).status).toBe(204);
    expect((await rolesOf(organizationId, ben))?.sort()).toEqual([given, other].sort());
  });

  it('a deactivated user leaves the organizations, if the connector is set so', async () => {
    const organizationId = await newOrganization(api);
    const role = await newOrganizationRole(api);
    const { id: dan } = await scim.createUser('dan@example.com');
    const group = await scim.createGroup('Leavers', [dan]);
    await map(group.id, organizationId, role);
    const toggle = (active: boolean) =>
      scim.call('PATCH', `/Users/${dan}`, patchOf({ op: 'replace', value: { active } }));
    await toggle(false);
    expect(await rolesOf(organizationId, dan)).toEqual([role]);
    await toggle(true);
    await api.call('PATCH', scim.path, { deactivation: 'leaveOrganizations' });
    await toggle(false);
    expect(await rolesOf(organizationId, dan)).toBeUndefined();
    expect((await api.call('GET', `/users/${dan}`)).json()).toMatchObject({ isSuspended: false });
    await toggle(true);
    expect(await rolesOf(organizationId, dan)).toEqual([role]);
    await api.call('PATCH', scim.path, { deactivation: 'suspend' });
  });

  it('shows groups, mappings, counts and recent requests to administrators', async () => {
    const [ann = ''] = users;
    const group = await scim.createGroup('Shown group', [ann]);
    await scim.call('POST', '/Users', { userName: 'ann@example.com' });
    const groups = await api.call('GET', `${scim.path}/groups?q=shown`);
    expect(groups.json()).toMatchObject([{ id: group.id, userCount: 1, mappingCount: 0 }]);
    const settings = (await api.call('GET', scim.path)).json() as Record<string, unknown>;
    expect(settings).toMatchObject({
      ...{ isEnabled: true, deactivation: 'suspend', userCount: 4, deactivatedUserCount: 0 },
      baseUrl: `${server.base('default')}/api/scim/${scim.ssoConnectorId}/v2`,
    });
    const failed = await api.call('GET', `${scim.path}/requests?result=failed&page_size=1`);
    expect(failed.json()).toMatchObject([
      {
        ...{ action: 'createUser', method: 'POST', path: '/Users', status: 409 },
        detail: 'ann@example.com is already in use.',
      },
    ]);
    expect(settings.failureCount).toBe(Number(failed.headers.get('total-number')));
    const all = await api.call('GET', `${scim.path}/requests?page_size=2`);
    expect(all.json()).toMatchObject([{ status: 409 }, { action: 'createGroup', subject: 'Shown group', status: 201 }]);
  });

  it('tokens are named, shown once, expire and end at once', async () => {
    const expiresAt = Date.now() + 3_600_000;
    const created = await api.call('POST', `${scim.path}/tokens`, { name: 'Second', expiresAt });
    const token = created.json() as { id: string; value: string };
    expect(token.value).toMatch(/^scim_[0-9A-Za-z]{32}$/);
    const again = await api.call('POST', `${scim.path}/tokens`, { name: 'Second' });
    expect(outcome(again)).toEqual([422, 'scim.token_name_exists']);
    const listed = (await api.call('GET', `${scim.path}/tokens`)).json() as Record<string, unknown>[];
    expect(listed).toMatchObject([
      { name: 'Identity provider', lastUsedAt: expect.any(Number) },
      { name: 'Second', value: `scim_…${token.value.slice(-4)}`, lastUsedAt: null, expiresAt },
    ]);
    const stored = await server.query('select * from scim_tokens');
    expect(JSON.stringify(stored)).not.toContain(token.value);
    const use = () => scim.call('GET', '/Users', undefined, { authorization: `Bearer ${token.value}` });
    expect((await use()).status).toBe(200);
    await api.call('DELETE', `${scim.path}/tokens/${token.id}`);
    expect((await use()).status).toBe(401);
    for (let number = 2; number <= 10; number += 1)
      await api.call('POST', `${scim.path}/tokens`, { name: `T${number}` });
    const tooMany = await api.call('POST', `${scim.path}/tokens`, { name: 'T11' });
    expect(outcome(tooMany)).toEqual([403, 'scim.limit_reached']);
  });
});
