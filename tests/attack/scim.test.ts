// R57–R60, R66, R67, R77, R78, R82: SCIM tokens of others, users of others, access by groups, filters, deleted connectors,
// suspensions, deletions, guesses.
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { eventually } from '../harness/eventually.ts';
import { outcome } from '../harness/interactions.ts';
import { newOrganization, newOrganizationRole } from '../harness/organizations.ts';
import { newScimClient, patchOf, type ScimClient, scimClientOf } from '../harness/scim.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { newUser } from '../harness/users.ts';
import { newVisitor } from '../harness/visitor.ts';

describe('SCIM', () => {
  let server: TestServer;
  let api: ManagementApi;
  let ours: ScimClient;
  let theirs: ScimClient;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    ours = await newScimClient(server, api, ['ours.example.com']);
    theirs = await newScimClient(server, api, ['theirs.example.com']);
  });
  const statusesOf = async (call: ScimClient['call'], userId: string, groupId: string) => {
    const rename = patchOf({ op: 'replace', path: 'displayName', value: 'Taken' });
    const answers = [
      await call('GET', `/Users/${userId}`),
      await call('PUT', `/Users/${userId}`, { userName: 'taken' }),
      await call('PATCH', `/Users/${userId}`, rename),
      await call('DELETE', `/Users/${userId}`),
      await call('GET', `/Groups/${groupId}`),
      await call('PUT', `/Groups/${groupId}`, { displayName: 'Taken' }),
      await call('PATCH', `/Groups/${groupId}`, rename),
      await call('DELETE', `/Groups/${groupId}`),
    ];
    return [...new Set(answers.map(({ status }) => status))];
  };
  const snapshot = () =>
    server.query(`select 'u' as kind, user_id as id, user_name as name, xmin::text from scim_users
      union all select 'g', id, display_name, xmin::text from scim_groups
      union all select 'a', id, name, xmin::text from users order by 1, 2`);

  it('R57 a token of another connector or tenant is worth nothing, and users of others do not exist', async () => {
    const user = await ours.createUser('one@ours.example.com');
    const group = await ours.createGroup('Group', [user.id]);
    const before = await snapshot();
    const crossed = scimClientOf(server, ours.ssoConnectorId, theirs.token);
    expect(await statusesOf(crossed, user.id, group.id)).toEqual([401]);
    const elsewhere = scimClientOf(server, ours.ssoConnectorId, ours.token, 'admin');
    expect(await statusesOf(elsewhere, user.id, group.id)).toEqual([401]);
    const unknown = scimClientOf(server, 'unknown', ours.token);
    expect(await statusesOf(unknown, user.id, group.id)).toEqual([401]);
    expect(await statusesOf(theirs.call, user.id, group.id)).toEqual([404]);
    expect((await theirs.list('Users')).totalResults).toBe(0);
    expect((await theirs.list('Users', { filter: `id eq "${user.id}"` })).totalResults).toBe(0);
    const joined = await theirs.call('POST', '/Groups', { displayName: 'Ours', members: [{ value: user.id }] });
    expect(joined.status).toBe(400);
    expect(await snapshot()).toEqual(before);
    for (const token of ['', 'x', `${ours.token}x`, ours.token.toLowerCase(), api.token]) {
      expect((await scimClientOf(server, ours.ssoConnectorId, token)('GET', '/Users')).status).toBe(401);
    }
  });

  it('R57 a token ends when it expires, and with provisioning', async () => {
    const use = () => ours.call('GET', '/Users');
    await server.query(`update scim_tokens set expires_at = now() - interval '1 second'
      where sso_connector_id = '${ours.ssoConnectorId}'`);
    expect((await use()).status).toBe(401);
    await server.query(`update scim_tokens set expires_at = null where sso_connector_id = '${ours.ssoConnectorId}'`);
    await api.call('PATCH', ours.path, { isEnabled: false });
    expect(outcome(await use())).toEqual([403, 'scim.disabled']);
    await api.call('PATCH', ours.path, { isEnabled: true });
    expect((await use()).status).toBe(200);
  });

  it('R58 takes over no user by userName, externalId or email', async () => {
    const foreign = await newUser(api, { primaryEmail: 'boss@elsewhere.example.com', primaryEmailVerified: true });
    const unverified = await newUser(api, {
      ...{ primaryEmail: 'squatter@ours.example.com', primaryEmailVerified: false, password: 'a sturdy one 1' },
    });
    const managed = await theirs.createUser('shared@theirs.example.com');
    const before = await snapshot();
    const create = (userName: string, more: object = {}) => ours.call('POST', '/Users', { userName, ...more });
    // A stranger could have typed the address of an employee.
    expect((await create('squatter@ours.example.com')).status).toBe(409);
    expect(await snapshot()).toEqual(before);

    // Addresses of other domains are neither looked up nor stored as addresses of the account.
    const copy = await create('boss@elsewhere.example.com', {
      externalId: foreign.id,
      id: foreign.id,
      emails: [{ value: 'boss@elsewhere.example.com', primary: true }],
    });
    expect(copy.status).toBe(201);
    const { id } = copy.json() as { id: string };
    expect([foreign.id, unverified.id, managed.id]).not.toContain(id);
    expect((await api.call('GET', `/users/${id}`)).json()).toMatchObject({ primaryEmail: null });
    const claimed = patchOf({ op: 'replace', path: 'emails', value: [{ value: 'shared@theirs.example.com' }] });
    expect((await ours.call('PATCH', `/Users/${id}`, claimed)).status).toBe(200);
    expect((await api.call('GET', `/users/${id}`)).json()).toMatchObject({ primaryEmail: null });
    expect((await api.call('GET', `/users/${foreign.id}`)).json()).toMatchObject({
      ...{ primaryEmail: 'boss@elsewhere.example.com', isSuspended: false },
    });
  });

  it('R58 one connector manages a user, even if two share a domain', async () => {
    const rival = await newScimClient(server, api, ['ours.example.com']);
    const { id } = await ours.createUser('contested@ours.example.com');
    const taken = await rival.call('POST', '/Users', { userName: 'contested@ours.example.com' });
    expect(taken.status).toBe(409);
    expect((await rival.call('DELETE', `/Users/${id}`)).status).toBe(404);
    const { id: other } = await rival.createUser('rival@ours.example.com');
    const claim = patchOf({ op: 'replace', path: 'emails', value: [{ value: 'contested@ours.example.com' }] });
    expect((await rival.call('PATCH', `/Users/${other}`, claim)).status).toBe(409);
  });

  it('R58 writes no column that an identity provider may not write', async () => {
    const { id } = await ours.createUser('columns@ours.example.com', {
      ...{ password: 'a sturdy one 1', roles: [{ value: 'admin' }], username: 'columns', customData: { admin: true } },
      ...{ isSuspended: false, applicationId: 'x', mfaVerifications: [], tenantId: 'admin' },
    });
    expect((await api.call('GET', `/users/${id}`)).json()).toMatchObject({
      ...{ username: null, hasPassword: false, customData: {}, applicationId: null },
    });
    expect((await api.call('GET', `/users/${id}/roles`)).json()).toEqual([]);
  });

  it('R59 a group gets no role by its name, and a mapping stays with its connector', async () => {
    const organizationId = await newOrganization(api);
    const role = await newOrganizationRole(api);
    const mapped = await ours.createGroup('Administrators');
    const mapping = { groupId: mapped.id, organizationId, organizationRoleId: role };
    const map = (path: string, body: object) => api.call('POST', `${path}/group-mappings`, body);
    expect((await map(theirs.path, mapping)).status).toBe(404);
    expect((await map(ours.path, { ...mapping, organizationId: 'unknown' })).status).toBe(404);
    const machine = await newOrganizationRole(api, { type: 'MachineToMachine' });
    expect((await map(ours.path, { ...mapping, organizationRoleId: machine })).status).toBe(422);
    expect((await map(ours.path, mapping)).status).toBe(201);
    const user = await theirs.createUser('climber@theirs.example.com');
    await theirs.createGroup('Administrators', [user.id]);
    const own = await ours.createUser('renamer@ours.example.com');
    const group = await ours.createGroup('Guests', [own.id]);
    await ours.call('PATCH', `/Groups/${mapped.id}`, patchOf({ op: 'replace', path: 'displayName', value: 'Old' }));
    const rename = patchOf({ op: 'replace', path: 'displayName', value: 'Administrators' });
    expect((await ours.call('PATCH', `/Groups/${group.id}`, rename)).status).toBe(200);
    const members = (await api.call('GET', `/organizations/${organizationId}/users`)).json();
    expect(members).toEqual([]);
  });

  it('R60 a filter reaches no other rows and is limited', async () => {
    const user = await ours.createUser('filtered@ours.example.com', { title: "100% _O'Neil\\" });
    await theirs.createUser('hidden@theirs.example.com', { title: 'Hidden' });
    const found = async (filter: string) => (await ours.list('Users', { filter })).Resources.map(({ id }) => id);
    expect(await found(`title eq "100% _O'Neil\\\\"`)).toEqual([user.id]);
    expect(await found(`title sw "100% _"`)).toEqual([user.id]);
    expect(await found(`title co "%"`)).toEqual([user.id]);
    expect(await found(`title sw "1__"`)).toEqual([]);
    expect(await found(`title eq "' or 1=1 --"`)).toEqual([]);
    expect(await found(`title eq "Hidden" or not (title eq "x") and title sw "Hid"`)).toEqual([]);
    for (const filter of [
      Array(21).fill('title pr').join(' or '),
      `${'('.repeat(11)}title pr${')'.repeat(11)}`,
      `title co "${'a'.repeat(2100)}"`,
      'passwordEncrypted pr',
      'attributes pr',
      'title eq "\\u0000"',
      'title eq "\\ud800"',
    ]) {
      const answer = await ours.call('GET', `/Users?${new URLSearchParams({ filter })}`);
      expect([answer.status, (answer.json() as { scimType: string }).scimType]).toEqual([400, 'invalidFilter']);
    }
    const huge = { userName: 'huge', emails: Array(101).fill({ value: 'x' }) };
    expect((await ours.call('POST', '/Users', huge)).status).toBe(400);
    const large = { userName: 'large', roles: Array(99).fill({ value: 'x'.repeat(1000) }) };
    expect((await ours.call('POST', '/Users', large)).status).toBe(400);
  });

  it('R66 a deleted connector leaves nobody the roles and memberships of its groups', async () => {
    const leaving = await newScimClient(server, api, ['leaving.example.com']);
    const organizationId = await newOrganization(api);
    const [given, own] = [await newOrganizationRole(api), await newOrganizationRole(api)];
    const { id: guest } = await leaving.createUser('guest@leaving.example.com');
    const { id: employee } = await leaving.createUser('employee@leaving.example.com');
    const { id: stays } = await ours.createUser('stays@ours.example.com');
    await api.call('POST', `/organizations/${organizationId}/users`, { userIds: [employee] });
    const rolesPath = (userId: string) => `/organizations/${organizationId}/users/${userId}/roles`;
    await api.call('POST', rolesPath(employee), { organizationRoleIds: [own] });
    for (const [client, members] of [
      [leaving, [guest, employee]],
      [ours, [stays]],
    ] as const) {
      const { id: groupId } = await client.createGroup('Leaving', [...members]);
      const mapping = { groupId, organizationId, organizationRoleId: given };
      expect((await api.call('POST', `${client.path}/group-mappings`, mapping)).status).toBe(201);
    }
    const rolesOf = async (userId: string) => {
      const answer = await api.call('GET', rolesPath(userId));
      return answer.status === 200 ? (answer.json() as { id: string }[]).map(({ id }) => id).sort() : undefined;
    };
    expect(await rolesOf(guest)).toEqual([given]);
    expect(await rolesOf(employee)).toEqual([given, own].sort());
    expect((await api.call('DELETE', `/sso-connectors/${leaving.ssoConnectorId}`)).status).toBe(204);
    expect(await rolesOf(guest)).toBeUndefined();
    expect(await rolesOf(employee)).toEqual([own]);
    expect(await rolesOf(stays)).toEqual([given]);
  });

  it('R67 a reactivation lifts no suspension by an administrator, also after one by a deactivation', async () => {
    const { id } = await ours.createUser('abuser@ours.example.com');
    const setActive = async (active: boolean) => {
      const answer = await ours.call('PATCH', `/Users/${id}`, patchOf({ op: 'replace', value: { active } }));
      expect(answer.status).toBe(200);
    };
    const suspend = async (isSuspended: boolean) => {
      expect((await api.call('PATCH', `/users/${id}/is-suspended`, { isSuspended })).status).toBe(200);
    };
    const isSuspended = async () =>
      ((await api.call('GET', `/users/${id}`)).json() as { isSuspended: boolean }).isSuspended;
    await setActive(false);
    await suspend(false);
    await suspend(true);
    await setActive(true);
    expect(await isSuspended()).toBe(true);

    // An administrator confirms the suspension.
    await suspend(false);
    await setActive(false);
    await suspend(true);
    await setActive(true);
    expect(await isSuspended()).toBe(true);

    await suspend(false);
    await setActive(false);
    expect(await isSuspended()).toBe(true);
    await setActive(true);
    expect(await isSuspended()).toBe(false);
  });

  it('R77 the deletion job spares users whom an administrator has reinstated', async () => {
    const created = [await ours.createUser('spared@ours.example.com'), await ours.createUser('gone@ours.example.com')];
    const [spared, gone] = created.map(({ id }) => id);
    for (const { id } of created) {
      await ours.call('PATCH', `/Users/${id}`, patchOf({ op: 'replace', value: { active: false } }));
    }
    await api.call('PATCH', `/users/${spared}/is-suspended`, { isSuspended: false });
    await api.call('PATCH', ours.path, { deactivation: 'delete' });
    await server.query(`update scim_users set deactivated_at = now() - interval '31 days' where user_id in ($1, $2)`, [
      spared,
      gone,
    ]);
    await eventually(async () => {
      await server.query(`update job_queue set due_at = now() where kind = 'scim-deletions'`);
      return (await api.call('GET', `/users/${gone}`)).status === 404;
    });
    expect((await api.call('GET', `/users/${spared}`)).status).toBe(200);
    await api.call('PATCH', ours.path, { deactivation: 'suspend' });
  });

  it('R78 another deactivation setting gives no roles back to deactivated users', async () => {
    await api.call('PATCH', ours.path, { deactivation: 'leaveOrganizations' });
    const { id } = await ours.createUser('leaver@ours.example.com');
    const [first, second] = [await ours.createGroup('Leavers', [id]), await ours.createGroup('More leavers', [id])];
    const organizationId = await newOrganization(api);
    const map = async (groupId: string) => {
      const body = { groupId, organizationId, organizationRoleId: await newOrganizationRole(api) };
      expect((await api.call('POST', `${ours.path}/group-mappings`, body)).status).toBe(201);
    };
    await map(first.id);
    const rolesOf = () =>
      server.query('select from organization_role_users where organization_id = $1', [organizationId]);
    expect(await rolesOf()).toHaveLength(1);
    await ours.call('PATCH', `/Users/${id}`, patchOf({ op: 'replace', value: { active: false } }));
    expect(await rolesOf()).toEqual([]);
    await api.call('PATCH', ours.path, { deactivation: 'suspend' });
    await map(second.id);
    expect(await rolesOf()).toEqual([]);
  });

  it('R82 guessed tokens spend the attempts of their network, not the budget of the tenant', async () => {
    const limited = await useServer({ env: { RATE_LIMIT: '5' } });
    const client = await newScimClient(limited, await managementApi(limited), ['limited.example.com']);
    const guess = () => scimClientOf(limited, client.ssoConnectorId, `scim_${'a'.repeat(32)}`)('GET', '/Users');
    const answers: number[] = [];
    for (let count = 0; count < 8; count += 1) answers.push((await guess()).status);
    expect(answers).toContain(401);
    expect(answers.at(-1)).toBe(429);
    expect((await client.call('GET', '/Users')).status).toBe(200);
  });

  it('R131 refused requests fill no log, and show nothing of their token', async () => {
    const { id } = (
      await api.call('POST', '/sso-connectors', { providerName: 'OIDC', connectorName: 'Quiet' })
    ).json() as {
      id: string;
    };
    const guess = (token: string) => scimClientOf(server, id, token)('POST', '/Users', { userName: 'someone' });
    for (const letter of 'abcdef') expect((await guess(`scim_${letter.repeat(32)}`)).status).toBe(401);
    expect((await scimClientOf(server, 'unknown', 'scim_x')('GET', '/Users')).status).toBe(401);
    expect((await scimClientOf(server, '%00', 'scim_x')('GET', '/Users')).status).toBe(400);
    const listed = (await api.call('GET', `/sso-connectors/${id}/scim/requests?page=1&page_size=10`)).body;
    expect(JSON.parse(listed)).toMatchObject([{ action: 'createUser', status: 401, path: '/Users', subject: null }]);
    expect(listed).not.toContain('scim_');
    expect(await server.query(`select id from scim_requests where sso_connector_id = 'unknown'`)).toEqual([]);
  });

  it('R131 requests without a token spend the attempts of their network, like those with a wrong one', async () => {
    const limited = await useServer({ env: { RATE_LIMIT: '5' } });
    const client = await newScimClient(limited, await managementApi(limited), ['limited.example.com']);
    const url = `${limited.base('default')}/api/scim/${client.ssoConnectorId}/v2/Users`;
    const answers: number[] = [];
    for (let count = 0; count < 8; count += 1) answers.push((await newVisitor().send('GET', url)).status);
    expect(answers).toContain(401);
    expect(answers.at(-1)).toBe(429);
    expect((await client.call('GET', '/Users')).status).toBe(200);
  });
});
