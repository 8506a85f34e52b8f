// Members and applications of organizations, their roles and permissions.
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type Application, newApplication } from '../harness/applications.ts';
import { outcome } from '../harness/interactions.ts';
import { addUsers, newOrganization, newOrganizationRole, newOrganizationScope } from '../harness/organizations.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { tokenRequest } from '../harness/sign-in.ts';

type Member = { id: string; name: string; organizationRoles: { id: string; name: string }[] };

describe('members of an organization', () => {
  let server: TestServer;
  let api: ManagementApi;
  let id: string;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    id = await newOrganization(api);
  });
  const members = async (query = '', organization = id) =>
    (await api.call('GET', `/organizations/${organization}/users${query}`)).json() as Member[];

  it('are added once, listed newest first with their roles, searched, and removed', async () => {
    const [ann = '', ben = '', cyd = ''] = await addUsers(server, ['Ann', 'Ben', 'Cyd']);
    expect((await api.call('POST', `/organizations/${id}/users`, { userIds: [ann, ann] })).status).toBe(201);
    expect((await api.call('POST', `/organizations/${id}/users`, { userIds: [ann, ben, cyd] })).status).toBe(201);
    const roleId = await newOrganizationRole(api, { name: 'Editor' });
    await api.call('POST', `/organizations/${id}/users/${ben}/roles`, { organizationRoleNames: ['Editor'] });
    expect((await members()).at(-1)).toMatchObject({ id: ann, organizationRoles: [] });
    const [found, ...rest] = await members('?q=BEN@people');
    expect(found).toMatchObject({ id: ben, name: 'Ben', organizationRoles: [{ id: roleId, name: 'Editor' }] });
    expect(rest).toEqual([]);
    for (const secret of ['passwordEncrypted', 'mfaVerifications', 'mfaSettings', 'searchText']) {
      expect(found).not.toHaveProperty(secret);
    }
    const page = await api.call('GET', `/organizations/${id}/users?page=2&page_size=2`);
    expect([page.headers.get('total-number'), (page.json() as Member[]).map(({ name }) => name)]).toEqual([
      '3',
      ['Ann'],
    ]);
    expect((await api.call('DELETE', `/organizations/${id}/users/${ben}`)).status).toBe(204);
    expect(outcome(await api.call('DELETE', `/organizations/${id}/users/${ben}`))).toEqual([404, 'entity.not_found']);
    expect((await members()).map(({ id: one }) => one).sort()).toEqual([ann, cyd].sort());
  });

  it('are removed several at once; others are ignored', async () => {
    const made = await api.call('POST', '/organizations', { name: 'Leaving' });
    const { id } = made.json() as { id: string };
    const people = await Promise.all(
      ['gone1', 'gone2', 'stays'].map(async (username) => {
        const user = (await api.call('POST', '/users', { username })).json() as { id: string };
        return user.id;
      }),
    );
    await api.call('POST', `/organizations/${id}/users`, { userIds: people });
    const [first, second, third] = people;
    const path = `/organizations/${id}/users/removals`;
    expect((await api.call('POST', path, { userIds: [first, second, 'unknown'] })).status).toBe(204);
    const rest = (await api.call('GET', `/organizations/${id}/users`)).json() as { id: string }[];
    expect(rest.map((member) => member.id)).toEqual([third]);
    expect((await api.call('POST', path, { userIds: [] })).status).toBe(400);
    const foreign = await api.call('POST', '/organizations/unknown/users/removals', { userIds: [third] });
    expect(foreign.status).toBe(404);

    await api.call('POST', '/organizations', { name: 'Another' });
    const invitation = { organizationId: id, invitee: 'x@example.com', expiresAt: Date.now() + 60_000 };
    await api.call('POST', '/organization-invitations', invitation);
    const answer = await api.call('GET', `/logs?logKey=Change&organizationId=${id}`);
    const changes = (answer.json() as { payload: { operation: string } }[]).map(({ payload }) => payload.operation);
    const added = ['organization.users-added', 'organization.users-added', 'organization.users-added'];
    const removed = ['organization.users-removed', 'organization.users-removed'];
    const invited = 'organization-invitation.created';
    expect(changes.toSorted()).toEqual(['organization.created', ...added, ...removed, invited].toSorted());
    expect(changes[0]).toBe(invited);
    expect(answer.headers.get('total-number')).toBe('7');
  });

  it('lose their roles when they leave', async () => {
    const [userId = ''] = await addUsers(server, ['Gil']);
    const organizationRoleIds = [await newOrganizationRole(api)];
    const base = `/organizations/${id}/users`;
    await api.call('POST', base, { userIds: [userId] });
    await api.call('POST', `${base}/${userId}/roles`, { organizationRoleIds });
    await api.call('DELETE', `${base}/${userId}`);
    await api.call('POST', base, { userIds: [userId] });
    expect((await api.call('GET', `${base}/${userId}/roles`)).json()).toEqual([]);
  });

  it('are replaced as a whole; remaining members are kept', async () => {
    const other = await newOrganization(api);
    const [hal = '', ida = '', jim = ''] = await addUsers(server, ['Hal', 'Ida', 'Jim']);
    const organizationRoleIds = [await newOrganizationRole(api)];
    await api.call('POST', `/organizations/${other}/users`, { userIds: [hal, ida] });
    await api.call('POST', `/organizations/${other}/users/roles`, { userIds: [hal, ida], organizationRoleIds });
    expect((await api.call('PUT', `/organizations/${other}/users`, { userIds: [ida, jim] })).status).toBe(204);
    const roles = new Map((await members('', other)).map((one) => [one.id, one.organizationRoles.length]));
    expect(roles).toEqual(
      new Map([
        [ida, 1],
        [jim, 0],
      ]),
    );
    expect((await api.call('PUT', `/organizations/${other}/users`, { userIds: [] })).status).toBe(204);
    expect(await members('', other)).toEqual([]);
  });

  it('must exist, as must the organization', async () => {
    const [userId = ''] = await addUsers(server, ['Kim']);
    const unknown = await api.call('POST', `/organizations/${id}/users`, { userIds: [userId, 'nobody'] });
    expect(outcome(unknown)).toEqual([422, 'entity.relation_foreign_key_not_found']);
    expect((await members()).some((one) => one.id === userId)).toBe(false);
    const nowhere = await api.call('POST', '/organizations/nowhere/users', { userIds: [userId] });
    expect(outcome(nowhere)).toEqual([404, 'entity.not_exists_with_id']);
    expect(outcome(await api.call('POST', `/organizations/${id}/users`, { userIds: [] }))).toEqual([
      400,
      'guard.invalid_input',
    ]);
  });

  it('get roles by ID, by name, in bulk, and none', async () => {
    const [liz = '', mia = ''] = await addUsers(server, ['Liz', 'Mia']);
    await api.call('POST', `/organizations/${id}/users`, { userIds: [liz, mia] });
    const [first, second, third] = await Promise.all(
      ['R1', 'R2', 'R3'].map((name) => newOrganizationRole(api, { name: `Given ${name}` })),
    );
    const path = `/organizations/${id}/users/${liz}/roles`;
    const names = async (at = path) => ((await api.call('GET', at)).json() as Member[]).map(({ name }) => name);
    const both = { organizationRoleIds: [first], organizationRoleNames: ['Given R2'] };
    expect((await api.call('POST', path, both)).status).toBe(201);
    expect(await names()).toEqual(['Given R1', 'Given R2']);
    expect((await api.call('PUT', path, { organizationRoleIds: [third] })).status).toBe(204);
    expect(await names()).toEqual(['Given R3']);
    expect((await api.call('DELETE', `${path}/${third}`)).status).toBe(204);
    expect(outcome(await api.call('DELETE', `${path}/${third}`))).toEqual([404, 'entity.not_found']);
    const bulk = { userIds: [liz, mia], organizationRoleIds: [first, second] };
    expect((await api.call('POST', `/organizations/${id}/users/roles`, bulk)).status).toBe(201);
    expect(await names()).toEqual(['Given R1', 'Given R2']);
    expect(await names(`/organizations/${id}/users/${mia}/roles`)).toEqual(['Given R1', 'Given R2']);
    expect((await api.call('PUT', path, { organizationRoleIds: [] })).status).toBe(204);
    expect(await names()).toEqual([]);
    const unknown = await api.call('PUT', path, { organizationRoleNames: ['Given R1', 'Nobody'] });
    expect(outcome(unknown)).toEqual([422, 'organization.role_names_not_found']);
    expect(await names()).toEqual([]);
  });

  it('A59 get roles only as members, and only user roles', async () => {
    const [noa = '', oli = ''] = await addUsers(server, ['Noa', 'Oli']);
    await api.call('POST', `/organizations/${id}/users`, { userIds: [oli] });
    const organizationRoleIds = [await newOrganizationRole(api)];
    const path = `/organizations/${id}/users`;
    for (const answer of [
      await api.call('POST', `${path}/${noa}/roles`, { organizationRoleIds }),
      await api.call('PUT', `${path}/${noa}/roles`, { organizationRoleIds }),
      await api.call('GET', `${path}/${noa}/roles`),
      await api.call('GET', `${path}/${noa}/scopes`),
      await api.call('POST', `${path}/roles`, { userIds: [oli, noa], organizationRoleIds }),
    ]) {
      expect(outcome(answer)).toEqual([422, 'organization.require_membership']);
    }
    expect((await api.call('GET', `${path}/${oli}/roles`)).json()).toEqual([]);
    const machineRole = { organizationRoleIds: [await newOrganizationRole(api, { type: 'MachineToMachine' })] };
    expect(outcome(await api.call('POST', `${path}/${oli}/roles`, machineRole))).toEqual([
      422,
      'entity.db_constraint_violated',
    ]);
    const held = organizationRoleIds[0];
    await api.call('POST', `${path}/${oli}/roles`, { organizationRoleIds });
    expect(outcome(await api.call('PATCH', `/organization-roles/${held}`, { type: 'MachineToMachine' }))).toEqual([
      422,
      'entity.db_constraint_violated',
    ]);
  });

  it('Z07 have exactly the permissions of their roles there', async () => {
    const [users, roles, scopes, organizations] = await Promise.all([
      addUsers(server, ['U1', 'U2', 'U3']),
      Promise.all(Array.from({ length: 4 }, () => newOrganizationRole(api))),
      Promise.all(Array.from({ length: 5 }, () => newOrganizationScope(api))),
      Promise.all(Array.from({ length: 2 }, () => newOrganization(api))),
    ]);
    const some = (of: string[]) => fc.subarray(of);
    const drawn = fc.record({
      given: fc.tuple(...roles.map(() => some(scopes))),
      held: fc.array(fc.tuple(fc.constantFrom(...organizations), fc.constantFrom(...users), some(roles)), {
        minLength: 4,
        maxLength: 8,
      }),
    });
    for (const organization of organizations) {
      await api.call('POST', `/organizations/${organization}/users`, { userIds: users });
    }
    for (const { given, held } of fc.sample(drawn, { numRuns: 4, seed: 7 })) {
      for (const [index, organizationScopeIds] of given.entries()) {
        await api.call('PUT', `/organization-roles/${roles[index]}/scopes`, { organizationScopeIds });
      }
      const expected = new Map<string, Set<string>>();
      for (const [organization, user, organizationRoleIds] of held) {
        await api.call('PUT', `/organizations/${organization}/users/${user}/roles`, { organizationRoleIds });
        const allowed = organizationRoleIds.flatMap((role) => given[roles.indexOf(role)] ?? []);
        expected.set(`${organization}/users/${user}`, new Set(allowed));
      }
      for (const [path, allowed] of expected) {
        const answer = (await api.call('GET', `/organizations/${path}/scopes`)).json() as { id: string }[];
        expect(answer.map((scope) => scope.id).sort()).toEqual([...allowed].sort());
      }
    }
  });
});

describe('applications of an organization', () => {
  let server: TestServer;
  let api: ManagementApi;
  let id: string;
  let machine: Application;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    id = await newOrganization(api);
    machine = await newApplication(api, { type: 'MachineToMachine' });
  });

  it('are added, listed, offered while not added, and removed', async () => {
    const free = async () =>
      (
        (
          await api.call('GET', `/applications?excludeOrganizationId=${id}&types=MachineToMachine&page=1`)
        ).json() as Member[]
      ).map((one) => one.id);
    expect(await free()).toContain(machine.id);
    const body = { applicationIds: [machine.id] };
    expect((await api.call('POST', `/organizations/${id}/applications`, body)).status).toBe(201);
    expect(await free()).not.toContain(machine.id);
    const listed = await api.call('GET', `/organizations/${id}/applications?q=machine`);
    expect(listed.headers.get('total-number')).toBe('1');
    expect(listed.json()).toMatchObject([{ id: machine.id, type: 'MachineToMachine', organizationRoles: [] }]);
    expect((await api.call('DELETE', `/organizations/${id}/applications/${machine.id}`)).status).toBe(204);
    expect((await api.call('PUT', `/organizations/${id}/applications`, body)).status).toBe(204);
    expect((await api.call('PUT', `/organizations/${id}/applications`, { applicationIds: [] })).status).toBe(204);
    expect(await free()).toContain(machine.id);
  });

  it('must be machine-to-machine, and hold machine-to-machine roles', async () => {
    const { id: spa } = await newApplication(api, { type: 'SPA' });
    const wrong = await api.call('POST', `/organizations/${id}/applications`, { applicationIds: [spa] });
    expect(outcome(wrong)).toEqual([422, 'entity.db_constraint_violated']);
    await api.call('POST', `/organizations/${id}/applications`, { applicationIds: [machine.id] });
    const path = `/organizations/${id}/applications/${machine.id}/roles`;
    const person = await api.call('POST', path, { organizationRoleIds: [await newOrganizationRole(api)] });
    expect(outcome(person)).toEqual([422, 'entity.db_constraint_violated']);
    const roleId = await newOrganizationRole(api, { type: 'MachineToMachine' });
    expect((await api.call('POST', path, { organizationRoleIds: [roleId] })).status).toBe(201);
    expect((await api.call('GET', path)).json()).toMatchObject([{ id: roleId }]);
    expect((await api.call('DELETE', `${path}/${roleId}`)).status).toBe(204);
    expect((await api.call('PUT', path, { organizationRoleIds: [roleId] })).status).toBe(204);
    expect((await api.call('PUT', path, { organizationRoleIds: [] })).status).toBe(204);
    const { id: stranger } = await newApplication(api, { type: 'MachineToMachine' });
    const outside = await api.call('GET', `/organizations/${id}/applications/${stranger}/roles`);
    expect(outcome(outside)).toEqual([422, 'organization.require_membership']);
  });

  it('reflect changes in their next token', async () => {
    const organization = await newOrganization(api);
    const scopeId = await newOrganizationScope(api, { name: 'next:token' });
    const roleId = await newOrganizationRole(api, { type: 'MachineToMachine', organizationScopeIds: [scopeId] });
    const ask = async () => {
      const form = { grant_type: 'client_credentials', organization_id: organization, scope: 'next:token renamed' };
      const { status, body } = await tokenRequest(server.origin, machine, form);
      return status === 200 ? body.scope : status;
    };
    expect(await ask()).toBe(403);
    const path = `/organizations/${organization}/applications`;
    await api.call('POST', path, { applicationIds: [machine.id] });
    expect(await ask()).toBe('');
    await api.call('POST', `${path}/roles`, { applicationIds: [machine.id], organizationRoleIds: [roleId] });
    expect(await ask()).toBe('next:token');
    await api.call('PATCH', `/organization-scopes/${scopeId}`, { name: 'renamed' });
    expect(await ask()).toBe('renamed');
    await api.call('DELETE', `/organization-roles/${roleId}/scopes/${scopeId}`);
    expect(await ask()).toBe('');
    await api.call('DELETE', `${path}/${machine.id}`);
    expect(await ask()).toBe(403);
  });
});
