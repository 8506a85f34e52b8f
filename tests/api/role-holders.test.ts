// Role assignments of users and machine-to-machine applications, from both sides.
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { outcome } from '../harness/interactions.ts';
import { userIdOf } from '../harness/permissions.ts';
import { newMachineRole, newRole } from '../harness/roles.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { demoApp, obtainCode } from '../harness/sign-in.ts';

describe('role assignments', () => {
  let server: TestServer;
  let api: ManagementApi;
  let ada: string;
  let bob: string;
  let robot: string;
  let site: string;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    const base = server.base('default');
    for (const username of ['ada', 'bob']) {
      await obtainCode({ base, client: demoApp(base), username, register: true });
    }
    [ada, bob] = [await userIdOf(server, 'default', 'ada'), await userIdOf(server, 'default', 'bob')];
    robot = (await newApplication(api, { type: 'MachineToMachine' })).id;
    site = (await newApplication(api, { type: 'SPA' })).id;
  });

  const refusal = async (method: string, path: string, body?: unknown) => outcome(await api.call(method, path, body));
  const ids = async (path: string) =>
    ((await api.call('GET', path)).json() as { id: string }[]).map(({ id }) => id).sort();

  it('users are assigned to a role, listed, and removed', async () => {
    const { id } = await newRole(api);
    expect((await api.call('POST', `/roles/${id}/users`, { userIds: [ada, ada] })).status).toBe(201);
    expect(await refusal('POST', `/roles/${id}/users`, { userIds: [bob, ada] })).toEqual([422, 'role.user_exists']);
    expect(await ids(`/roles/${id}/users`)).toEqual([ada]);
    expect(await ids(`/users?excludeRoleId=${id}`)).toEqual([bob]);
    await api.call('POST', `/roles/${id}/users`, { userIds: [bob] });
    const found = await api.call('GET', `/roles/${id}/users?search.username=ad%25&page_size=1`);
    expect([found.json(), found.headers.get('total-number')]).toMatchObject([[{ id: ada, username: 'ada' }], '1']);
    expect(found.body).not.toMatch(/password|mfa|\$argon2/i);
    expect((await api.call('DELETE', `/roles/${id}/users/${ada}`)).status).toBe(204);
    expect(await refusal('DELETE', `/roles/${id}/users/${ada}`)).toEqual([404, 'entity.not_found']);
    expect(await ids(`/roles/${id}/users`)).toEqual([bob]);
  });

  it('applications are assigned to a role, listed, and removed', async () => {
    const { id } = await newMachineRole(api);
    const path = `/roles/${id}/applications`;
    expect((await api.call('POST', path, { applicationIds: [robot] })).status).toBe(201);
    expect(await refusal('POST', path, { applicationIds: [robot] })).toEqual([422, 'role.application_exists']);
    expect((await api.call('GET', path)).json()).toMatchObject([{ id: robot, type: 'MachineToMachine' }]);
    expect(await ids(`/applications?types=MachineToMachine&excludeRoleId=${id}`)).not.toContain(robot);
    expect((await api.call('DELETE', `${path}/${robot}`)).status).toBe(204);
    expect(await refusal('DELETE', `${path}/${robot}`)).toEqual([404, 'entity.not_exists_with_id']);
  });

  it('a role of one type cannot be assigned to the other', async () => {
    const [person, machine] = [await newRole(api), await newMachineRole(api)];
    const ofUser = [422, 'user.invalid_role_type'];
    expect(await refusal('POST', `/roles/${machine.id}/users`, { userIds: [ada] })).toEqual(ofUser);
    expect(await refusal('POST', `/users/${ada}/roles`, { roleIds: [person.id, machine.id] })).toEqual(ofUser);
    expect(await refusal('PUT', `/users/${ada}/roles`, { roleIds: [machine.id] })).toEqual(ofUser);
    const ofMachine = [422, 'application.invalid_role_type'];
    expect(await refusal('POST', `/roles/${person.id}/applications`, { applicationIds: [robot] })).toEqual(ofMachine);
    expect(await refusal('POST', `/applications/${robot}/roles`, { roleIds: [person.id] })).toEqual(ofMachine);
    expect(await refusal('PUT', `/applications/${robot}/roles`, { roleIds: [person.id] })).toEqual(ofMachine);
    const ofSite = [422, 'application.invalid_type'];
    expect(await refusal('POST', `/roles/${machine.id}/applications`, { applicationIds: [site] })).toEqual(ofSite);
    expect(await refusal('POST', `/applications/${site}/roles`, { roleIds: [machine.id] })).toEqual(ofSite);
    expect(await refusal('GET', `/applications/${site}/roles`)).toEqual(ofSite);
    expect(await ids(`/users/${ada}/roles`)).not.toContain(person.id);
  });

  it('unknown entities are rejected without side effects', async () => {
    const [{ id }, machine] = [await newRole(api), await newMachineRole(api)];
    const unknown = [404, 'entity.not_exists_with_id'];
    const nobody = [404, 'entity.not_found'];
    expect(await refusal('POST', `/roles/${id}/users`, { userIds: [ada, 'nobody'] })).toEqual(nobody);
    expect(await refusal('POST', `/roles/${machine.id}/applications`, { applicationIds: ['x'] })).toEqual(unknown);
    expect(await refusal('POST', `/users/${ada}/roles`, { roleIds: [id, 'nothing'] })).toEqual(unknown);
    expect(await refusal('PUT', `/users/${ada}/roles`, { roleIds: [id, 'nothing'] })).toEqual(unknown);
    expect(await refusal('POST', '/users/nobody/roles', { roleIds: [id] })).toEqual(nobody);
    expect(await refusal('GET', '/users/nobody/roles')).toEqual(nobody);
    expect(await refusal('POST', '/applications/nothing/roles', { roleIds: [machine.id] })).toEqual(unknown);
    expect(await refusal('DELETE', `/users/${ada}/roles/${id}`)).toEqual(unknown);
    expect(await ids(`/roles/${id}/users`)).toEqual([]);
  });

  it('the roles of a user are added, replaced and removed', async () => {
    const [one, two, three] = [await newRole(api), await newRole(api), await newRole(api)];
    const path = `/users/${bob}/roles`;
    const add = (...roles: { id: string }[]) => api.call('POST', path, { roleIds: roles.map(({ id }) => id) });
    expect((await api.call('PUT', path, { roleIds: [one.id] })).status).toBe(200);
    // Existing assignments don't fail the request.
    expect((await add(one, two)).status).toBe(201);
    expect(await ids(path)).toEqual([one.id, two.id].sort());
    expect((await api.call('PUT', path, { roleIds: [two.id, three.id, three.id] })).status).toBe(200);
    expect(await ids(path)).toEqual([two.id, three.id].sort());
    expect(await ids(`${path}?search=${two.id}`)).toEqual([two.id]);
    expect((await api.call('DELETE', `${path}/${two.id}`)).status).toBe(204);
    expect((await api.call('PUT', path, { roleIds: [] })).status).toBe(200);
    expect(await ids(path)).toEqual([]);
  });

  it("an application's roles are added, replaced and removed, independent of its administrator flag", async () => {
    const [one, two] = [await newMachineRole(api), await newMachineRole(api)];
    await api.call('PATCH', `/applications/${robot}`, { isAdmin: true });
    const path = `/applications/${robot}/roles`;
    expect((await api.call('POST', path, { roleIds: [one.id] })).status).toBe(201);
    expect(await refusal('POST', path, { roleIds: [two.id, one.id] })).toEqual([422, 'application.role_exists']);
    expect(await ids(path)).toEqual([one.id]);
    expect((await api.call('PUT', path, { roleIds: [two.id] })).status).toBe(200);
    expect(await ids(path)).toEqual([two.id]);
    expect((await api.call('GET', `/applications/${robot}`)).json()).toMatchObject({ isAdmin: true });
    expect(await refusal('DELETE', `${path}/admin-role`)).toEqual([403, 'role.internal_role_violation']);
    expect((await api.call('DELETE', `${path}/${two.id}`)).status).toBe(204);
    expect(await ids(path)).toEqual([]);
  });

  it('searches users by their identifiers, newest first', async () => {
    const all = await api.call('GET', '/users');
    expect((all.json() as { username: string }[]).map(({ username }) => username)).toEqual(['bob', 'ada']);
    expect(all.headers.get('total-number')).toBe('2');
    expect(await ids('/users?search=%25AD%25')).toEqual([ada]);
    expect(await ids(`/users?search.id=${bob}&mode.id=exact`)).toEqual([bob]);
    expect(await refusal('GET', '/users?search.passwordEncrypted=%25')).toEqual([400, 'request.invalid_input']);
    expect(await refusal('GET', '/users?excludeRoleId=a&excludeOrganizationId=b')).toEqual([
      400,
      'request.invalid_input',
    ]);
    expect(await refusal('GET', '/applications?excludeRoleId=a&excludeOrganizationId=b')).toEqual([
      400,
      'request.invalid_input',
    ]);
  });
});
