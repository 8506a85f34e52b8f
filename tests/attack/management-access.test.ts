// A52 by effect: granting or reading Management API access requires `manage:tenant` in every operation. Without that
// effect, the same operations only need write access.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ManagementApi } from '../harness/api.ts';
import { callerWith } from '../harness/console-user.ts';
import { operations } from '../harness/contract.ts';
import { outcome } from '../harness/interactions.ts';
import { partsOf, type Schema } from '../harness/schema-values.ts';
import { patchOf, scimClientOf } from '../harness/scim.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { newMember, newTenant } from '../harness/tenants.ts';

type Call = ManagementApi['call'];
/** The parts of an effect, each with and without Management API access. */
type Parts = { scope: string; role: string; organizationRole: string; machine: string; isAdmin: boolean };
type Fixed = { emptyRole: string; emptyOrganizationRole: string; organization: string; machine: string };
type Effect = (call: Call, parts: Parts, fixed: Fixed) => ReturnType<Call>;

const effects: Record<string, Effect> = {
  'roles.create': (call, { scope }) =>
    call('POST', '/roles', { name: 'New', description: 'New', type: 'MachineToMachine', scopeIds: [scope] }),
  'roles.addScopes': (call, { scope }, { emptyRole }) =>
    call('POST', `/roles/${emptyRole}/scopes`, { scopeIds: [scope] }),
  'roles.addApplications': (call, { role }, { machine }) =>
    call('POST', `/roles/${role}/applications`, { applicationIds: [machine] }),
  'applications.addRoles': (call, { role }, { machine }) =>
    call('POST', `/applications/${machine}/roles`, { roleIds: [role] }),
  'applications.replaceRoles': (call, { role }, { machine }) =>
    call('PUT', `/applications/${machine}/roles`, { roleIds: [role] }),
  'applications.update': (call, { isAdmin }, { machine }) => call('PATCH', `/applications/${machine}`, { isAdmin }),
  'applications.createSecret': (call, { machine }) => call('POST', `/applications/${machine}/secrets`, { name: 'new' }),
  'applications.renameSecret': (call, { machine }) =>
    call('PATCH', `/applications/${machine}/secrets/Default%20secret`, { name: 'Renamed' }),
  'organizationRoles.create': (call, { scope }) =>
    call('POST', '/organization-roles', { name: 'New', type: 'MachineToMachine', resourceScopeIds: [scope] }),
  'organizationRoles.addResourceScopes': (call, { scope }, { emptyOrganizationRole }) =>
    call('POST', `/organization-roles/${emptyOrganizationRole}/resource-scopes`, { scopeIds: [scope] }),
  'organizationRoles.replaceResourceScopes': (call, { scope }, { emptyOrganizationRole }) =>
    call('PUT', `/organization-roles/${emptyOrganizationRole}/resource-scopes`, { scopeIds: [scope] }),
  'organizationApplications.assignRoles': (call, { organizationRole }, { organization, machine }) =>
    call('POST', `/organizations/${organization}/applications/roles`, {
      applicationIds: [machine],
      organizationRoleIds: [organizationRole],
    }),
  'organizationApplications.addRoles': (call, { organizationRole }, { organization, machine }) =>
    call('POST', `/organizations/${organization}/applications/${machine}/roles`, {
      organizationRoleIds: [organizationRole],
    }),
  'organizationApplications.replaceRoles': (call, { organizationRole }, { organization, machine }) =>
    call('PUT', `/organizations/${organization}/applications/${machine}/roles`, {
      organizationRoleIds: [organizationRole],
    }),
};

// User roles, organization permissions and consent never contain Management API scopes.
const withoutEffect = [
  // Refuses permissions of the Management API, see self-registration.test.ts.
  'clientRegistrations.update',
  // Their ids are examples of what a script receives.
  'customJwt.run',
  'customJwt.test',
  'customJwt.saveAccessToken',
  'customJwt.updateAccessToken',
  'organizationApplications.add',
  'organizationApplications.replace',
  'organizationInvitations.create',
  'organizationJit.addRoles',
  'organizationJit.replaceRoles',
  'organizationRoles.addScopes',
  'organizationRoles.replaceScopes',
  'organizationUsers.assignRoles',
  'organizationUsers.addRoles',
  'organizationUsers.replaceRoles',
  // R68 below: a mapped role gives members nothing once applications hold it.
  'scimProvisioning.createMapping',
  // Names the application that a sign-in ends at.
  'ssoConnectors.replaceIdpInitiatedAuthConfig',
  'userBulkActions.create',
  'userBulkActions.preview',
  'users.addRoles',
  'users.replaceRoles',
];

describe('Management API access', () => {
  let server: TestServer;
  let tenantId: string;
  let api: ManagementApi;
  let fixed: Fixed;
  let parts: Record<'management' | 'ordinary', Parts>;
  const callers: Record<'collaborator' | 'admin' | 'machine', Call> = {} as never;

  const create = async (path: string, body: object) => {
    const answer = await api.call('POST', path, body);
    if (answer.status > 201) throw new Error(`${path}: ${answer.body}`);
    return (answer.json() as { id: string }).id;
  };
  const machine = (name: string) => create('/applications', { name, type: 'MachineToMachine' });
  const partsWith = async (name: string, scope: string, isAdmin: boolean): Promise<Parts> => {
    const type = 'MachineToMachine';
    const role = await create('/roles', { name, description: name, type, scopeIds: [scope] });
    const holder = await machine(name);
    await api.call('POST', `/applications/${holder}/roles`, { roleIds: [role] });
    const organizationRole = await create('/organization-roles', { name, type, resourceScopeIds: [scope] });
    return { scope, role, organizationRole, machine: holder, isAdmin };
  };

  beforeAll(async () => {
    server = await useServer({ edition: 'cloud' });
    const tenant = await newTenant(server);
    ({ id: tenantId, api } = tenant);
    const collaborator = await newMember(server, tenantId, 'collaborator', 'collaborator');
    const below = (token: string): Call => {
      const call = callerWith(server, token);
      return (method, path, json) => call(method, `/m/${tenantId}/api${path}`, json);
    };
    const tokens = { admin: tenant.token, collaborator: await collaborator.token() };
    Object.assign(callers, {
      admin: below(tokens.admin),
      collaborator: below(tokens.collaborator),
      machine: api.call,
    });
    const resource = await create('/resources', { name: 'Orders', indicator: 'https://orders.example.com' });
    const scope = await create(`/resources/${resource}/scopes`, { name: 'read' });
    parts = {
      management: await partsWith('Managing', 'management-api-all', true),
      ordinary: await partsWith('Ordinary', scope, false),
    };
    const type = 'MachineToMachine';
    fixed = {
      emptyRole: await create('/roles', { name: 'Empty', description: 'Empty', type }),
      emptyOrganizationRole: await create('/organization-roles', { name: 'Empty', type }),
      organization: await create('/organizations', { name: 'Acme' }),
      machine: await machine('Free'),
    };
    await api.call('POST', `/organizations/${fixed.organization}/applications`, { applicationIds: [fixed.machine] });
  });

  const granting = [
    'roles_scopes',
    'applications_roles',
    'organization_role_resource_scopes',
    'organization_role_applications',
    'application_secrets',
  ];
  /** Everything in the tenant that grants access or is a credential. */
  const state = async () => {
    const rows = granting.map(async (table) => [
      table,
      await server.query(`select * from ${table} where tenant_id = $1 order by 1, 2, 3, 4`, [tenantId]),
    ]);
    return JSON.stringify(await Promise.all(rows));
  };

  beforeEach(async () => {
    const here = (statement: string) => server.query(statement, [tenantId]);
    await here(`delete from roles where tenant_id = $1 and name = 'New'`);
    await here(`delete from organization_roles where tenant_id = $1 and name = 'New'`);
    await here(`delete from application_secrets where tenant_id = $1 and name = 'new'`);
    await here(`update application_secrets set name = 'Default secret' where tenant_id = $1`);
    await here(`delete from roles_scopes using roles
      where roles_scopes.tenant_id = $1 and roles.id = roles_scopes.role_id and roles.name = 'Empty'`);
    await here(`delete from organization_role_resource_scopes held using organization_roles role
      where held.tenant_id = $1 and role.id = held.organization_role_id and role.name = 'Empty'`);
    await here(`delete from applications_roles held using applications app
      where held.tenant_id = $1 and app.id = held.application_id and app.name = 'Free'`);
    await here(`delete from organization_role_applications held where held.tenant_id = $1`);
  });

  describe.each(Object.entries(effects))('%s', (_, act) => {
    it.each(['collaborator', 'admin', 'machine'] as const)('R11 is open to a %s without the effect', async (caller) => {
      const answer = await act(callers[caller], parts.ordinary, fixed);
      expect(answer.status, answer.body).toBeLessThan(300);
    });

    it.each(['admin', 'machine'] as const)('R11 grants access when a %s asks', async (caller) => {
      const answer = await act(callers[caller], parts.management, fixed);
      expect(answer.status, answer.body).toBeLessThan(300);
    });

    it('R11 grants no access for a collaborator', async () => {
      const before = await state();
      const answer = await act(callers.collaborator, parts.management, fixed);
      expect(outcome(answer)).toEqual([403, 'auth.permission_missing']);
      expect(await state()).toBe(before);
    });
  });

  it('R11 shows a collaborator no secret of an application with access', async () => {
    await api.call('POST', `/organizations/${fixed.organization}/applications/${fixed.machine}/roles`, {
      organizationRoleIds: [parts.management.organizationRole],
    });
    for (const id of [parts.management.machine, fixed.machine]) {
      const path = `/applications/${id}/secrets`;
      const [{ value }] = (await callers.admin('GET', path)).json() as [{ value: string }];
      expect(value.length).toBeGreaterThan(20);
      for (const shown of [
        path,
        `/applications/${id}`,
        '/applications',
        `/roles/${parts.management.role}/applications`,
      ]) {
        expect((await callers.collaborator('GET', shown)).body).not.toContain(value);
      }
    }
  });

  it("R11 a collaborator cannot revoke access, which would reveal the application's secrets", async () => {
    const { role, organizationRole, machine: holder, scope } = parts.management;
    const before = await state();
    for (const path of [
      `/applications/${holder}/roles/${role}`,
      `/roles/${role}/applications/${holder}`,
      `/roles/${role}/scopes/${scope}`,
      `/roles/${role}`,
      `/organization-roles/${organizationRole}/resource-scopes/${scope}`,
      `/organization-roles/${organizationRole}`,
    ]) {
      expect([path, ...outcome(await callers.collaborator('DELETE', path))]).toEqual([
        path,
        403,
        'auth.permission_missing',
      ]);
    }
    const replaced = await callers.collaborator('PUT', `/applications/${holder}/roles`, { roleIds: [] });
    expect(outcome(replaced)).toEqual([403, 'auth.permission_missing']);
    expect(await state()).toBe(before);
    const ordinary = parts.ordinary;
    const answer = await callers.collaborator('DELETE', `/applications/${ordinary.machine}/roles/${ordinary.role}`);
    expect(answer.status, answer.body).toBe(204);
  });

  it('R111 a collaborator cannot end the membership or the organization that an application has access by', async () => {
    const { machine: application } = fixed;
    const inOrganization = async (role: string) => {
      const organization = await create('/organizations', { name: 'Other' });
      const path = `/organizations/${organization}`;
      await api.call('POST', `${path}/applications`, { applicationIds: [application] });
      const roles = { organizationRoleIds: [role] };
      expect((await api.call('POST', `${path}/applications/${application}/roles`, roles)).status).toBe(201);
      return path;
    };
    const ends = (path: string): Parameters<Call>[] => [
      ['PUT', `${path}/applications`, { applicationIds: [] }],
      ['DELETE', `${path}/applications/${application}`],
      ['DELETE', path],
    ];
    const ordinary = await inOrganization(parts.ordinary.organizationRole);
    for (const [method, path, body] of ends(ordinary)) {
      if (path.endsWith(application))
        await api.call('POST', `${ordinary}/applications`, { applicationIds: [application] });
      const { status } = await callers.collaborator(method, path, body);
      expect([path, status]).toEqual([path, 204]);
    }
    const managing = await inOrganization(parts.management.organizationRole);
    const before = await state();
    for (const end of ends(managing)) {
      expect([...end, ...outcome(await callers.collaborator(...end))]).toEqual([
        ...end,
        403,
        'auth.permission_missing',
      ]);
    }
    expect(await state()).toBe(before);
    expect((await callers.admin('DELETE', `${managing}/applications/${application}`)).status).toBe(204);
  });

  it('R111 every table whose rows take access along is checked', async () => {
    const rows = await server.query<{ name: string }>(
      `with recursive key as (
         select conrelid::regclass::text as holder, confrelid::regclass::text as name from pg_constraint
         where contype = 'f' and confdeltype = 'c'
       ), above as (
         select name from key where holder = any ($1)
         union select key.name from key join above on key.holder = above.name
       )
       select name from above`,
      [granting],
    );
    const refused = ['organization_applications', 'organization_roles', 'organizations', 'roles'];
    const unreachable = [
      // Takes its secrets along.
      'applications',
      // Those of the Management API can't be deleted.
      ...['resources', 'scopes'],
      // Not deleted by any operation.
      'tenants',
    ];
    expect(rows.map(({ name }) => name).sort()).toEqual([...refused, ...unreachable].sort());
  });

  it('R68 a collaborator gets no SCIM token of a connector whose groups give access', async () => {
    const connector = await create('/sso-connectors', { providerName: 'OIDC', connectorName: 'Provisioning' });
    const path = `/sso-connectors/${connector}/scim`;
    await api.call('PATCH', path, { isEnabled: true });
    const createToken = (call: Call, name: string) => call('POST', `${path}/tokens`, { name });
    const created = await createToken(callers.collaborator, 'Before');
    expect(created.status, created.body).toBe(201);
    const { id: tokenId, value } = created.json() as { id: string; value: string };
    const scim = scimClientOf(server, connector, value, tenantId);
    const user = (await scim('POST', '/Users', { userName: 'climber' })).json() as { id: string };
    const group = (await scim('POST', '/Groups', { displayName: 'Managers' })).json() as { id: string };
    const organizationRoleId = await create('/organization-roles', { name: 'Mapped' });
    const mapping = { groupId: group.id, organizationId: fixed.organization, organizationRoleId };
    await create(`${path}/group-mappings`, mapping);
    await api.call('PATCH', `/organization-roles/${organizationRoleId}`, { type: 'MachineToMachine' });
    const scopeIds = [parts.management.scope];
    const given = await api.call('POST', `/organization-roles/${organizationRoleId}/resource-scopes`, { scopeIds });
    expect(given.status, given.body).toBe(201);

    expect(outcome(await createToken(callers.collaborator, 'After'))).toEqual([403, 'auth.permission_missing']);
    expect((await createToken(callers.admin, 'Admin')).status).toBe(201);
    expect((await createToken(callers.machine, 'Machine')).status).toBe(201);
    const join = patchOf({ op: 'add', path: 'members', value: [{ value: user.id }] });
    expect((await scim('PATCH', `/Groups/${group.id}`, join)).status).toBe(200);
    expect((await api.call('GET', `/organizations/${fixed.organization}/users`)).json()).toEqual([]);
    expect((await callers.collaborator('DELETE', `${path}/tokens/${tokenId}`)).status).toBe(204);
  });

  it('R11 covers every operation that can have the effect', () => {
    const names = /(role|scope|application)Ids?$|^isAdmin$/i;
    const takes = (body: Schema | undefined) =>
      partsOf(body).some(({ properties = {} }) => Object.keys(properties).some((name) => names.test(name)));
    const candidates = operations.filter(
      ({ resource, operation, path, body }) =>
        resource.access === 'management' &&
        !['GET', 'DELETE'].includes(operation.method) &&
        (takes(body) || path.startsWith('/api/applications/:id/secrets')),
    );
    const known = [...Object.keys(effects), ...withoutEffect];
    expect(candidates.map(({ label }) => label).sort()).toEqual(known.sort());
  });
});
