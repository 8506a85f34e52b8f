// C05: two administrators change the same role concurrently.
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { userIdOf } from '../harness/permissions.ts';
import { newMachineRole, newResource, newRole } from '../harness/roles.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { demoApp, obtainCode } from '../harness/sign-in.ts';

const times = <T>(count: number, act: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => act(index)));

describe('two administrators', () => {
  let server: TestServer;
  let api: ManagementApi;
  let scopeIds: string[];
  beforeAll(async () => {
    server = await useServer({ env: { LOG_LEVEL: 'error' } });
    api = await managementApi(server);
    const resource = await newResource(api, 'https://raced.example.com', ['a', 'b', 'c', 'd', 'e', 'f']);
    scopeIds = Object.values(resource.scopeIds);
  });
  const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();
  const count = async (sql: string, values: unknown[]) =>
    Number((await server.query<{ count: string }>(`select count(*) ${sql}`, values))[0]?.count);

  it('C05 change different fields of a role: nothing is lost', async () => {
    const { id, name } = await newRole(api);
    const answers = await times(20, (index) =>
      api.call('PATCH', `/roles/${id}`, index % 2 === 0 ? { description: `Turn ${index}` } : { isDefault: index > 10 }),
    );
    expect(new Set(statuses(answers))).toEqual(new Set([200]));
    const records = await server.query<{ before: Record<string, unknown>; after: Record<string, unknown> }>(
      `select before, after from change_records where entity = 'roles' and entity_id = $1
       and operation = 'role.updated' order by created_at, id`,
      [id],
    );
    expect(records).toHaveLength(20);
    const last = (await api.call('GET', `/roles/${id}`)).json() as { description: string };
    expect(last).toMatchObject({ id, name });
    // Each change started where another ended: the chain has one beginning and one end.
    const states = (side: 'before' | 'after') =>
      records.map((row) => JSON.stringify([row[side].description, row[side].isDefault])).sort();
    const ends = states('after');
    for (const state of states('before')) {
      const place = ends.indexOf(state);
      if (place >= 0) ends.splice(place, 1);
    }
    expect(ends).toHaveLength(1);
    expect(JSON.parse(ends[0] ?? '[]')[0]).toBe(last.description);
  });

  it('C05 assign the same permissions to a role: no duplicates, and no server error', async () => {
    const { id } = await newRole(api);
    const answers = await times(12, (index) =>
      api.call('POST', `/roles/${id}/scopes`, { scopeIds: index % 2 === 0 ? scopeIds : [...scopeIds].reverse() }),
    );
    expect(statuses(answers)).toEqual([201, ...Array(11).fill(422)]);
    expect(await count('from roles_scopes where role_id = $1', [id])).toBe(scopeIds.length);
  });

  it('C05 assign the role to a user from both sides: held once, counted once', async () => {
    const base = server.base('default');
    await obtainCode({ base, client: demoApp(base), username: 'contested', register: true });
    const userId = await userIdOf(server, 'default', 'contested');
    const { id } = await newRole(api);
    const answers = await times(16, (index) =>
      index % 2 === 0
        ? api.call('POST', `/users/${userId}/roles`, { roleIds: [id] })
        : api.call('POST', `/roles/${id}/users`, { userIds: [userId] }),
    );
    expect(statuses(answers).filter((status) => status >= 500)).toEqual([]);
    expect((await api.call('GET', `/roles?search=${id}`)).json()).toMatchObject([{ id, usersCount: 1 }]);
    await times(8, () => api.call('DELETE', `/users/${userId}/roles/${id}`));
    expect((await api.call('GET', `/roles?search=${id}`)).json()).toMatchObject([{ id, usersCount: 0 }]);
  });

  it("C05 replace an application's roles: the result is one of both", async () => {
    const { id: applicationId } = await newApplication(api, { type: 'MachineToMachine' });
    const roles = [await newMachineRole(api), await newMachineRole(api), await newMachineRole(api)];
    const wishes = [roles.slice(0, 2), roles.slice(1), [roles[0], roles[2]]].map((wish) =>
      wish.map((role) => role?.id ?? '').sort(),
    );
    const answers = await times(12, (index) =>
      api.call('PUT', `/applications/${applicationId}/roles`, { roleIds: wishes[index % wishes.length] }),
    );
    expect(new Set(statuses(answers))).toEqual(new Set([200]));
    const held = (await api.call('GET', `/applications/${applicationId}/roles`)).json() as { id: string }[];
    expect(wishes).toContainEqual(held.map(({ id }) => id).sort());
  });

  it('C05 delete a role while the other assigns it: it is gone without leftover assignments', async () => {
    const { id } = await newMachineRole(api);
    const machines = await times(6, () => newApplication(api, { type: 'MachineToMachine' }));
    const answers = await Promise.all([
      ...machines.map((machine) => api.call('POST', `/roles/${id}/applications`, { applicationIds: [machine.id] })),
      api.call('DELETE', `/roles/${id}`),
      ...machines.map((machine) => api.call('POST', `/applications/${machine.id}/roles`, { roleIds: [id] })),
    ]);
    expect(statuses(answers).filter((status) => status >= 500)).toEqual([]);
    expect((await api.call('GET', `/roles/${id}`)).status).toBe(404);
    expect(await count('from applications_roles where role_id = $1', [id])).toBe(0);
    expect(await count('from tenant_counters where entity like $1', [`%${id}`])).toBe(0);
  });
});
