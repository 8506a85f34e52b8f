// F03: writes of organizations and their template, to be sabotaged.
import { randomUUID } from 'node:crypto';
import type { ManagementApi } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { addUsers, newOrganization, newOrganizationRole, newOrganizationScope } from '../harness/organizations.ts';
import { addResource } from '../harness/permissions.ts';
import type { TestServer } from '../harness/server.ts';
import type { Cases } from './failing-statements.test.ts';

export const organizationCases = (server: TestServer, api: ManagementApi): Cases => {
  const newRole = (type = 'User') => newOrganizationRole(api, { type });
  const newScopes = () => Promise.all([newOrganizationScope(api), newOrganizationScope(api)]);
  const newResourceScopes = async () => {
    const indicator = `https://${crypto.randomUUID()}.example`;
    const resourceId = await addResource(server, 'default', { indicator, scopes: ['one', 'two'] });
    const rows = await server.query<{ id: string }>('select id from scopes where resource_id = $1', [resourceId]);
    return rows.map(({ id }) => id);
  };
  const newUsers = () =>
    addUsers(
      server,
      ['First', 'Second'].map((name) => `${name}${randomUUID().slice(0, 8)}`),
    );
  const newMachines = async () => {
    const [first, second] = [
      await newApplication(api, { type: 'MachineToMachine' }),
      await newApplication(api, { type: 'MachineToMachine' }),
    ];
    return [first.id, second.id];
  };
  const newConnectors = async () => {
    const ids = [crypto.randomUUID(), crypto.randomUUID()];
    for (const id of ids) {
      await server.query(
        `insert into sso_connectors (tenant_id, id, provider_name, connector_name) values ('default', $1, 'OIDC', $1)`,
        [id],
      );
    }
    return ids;
  };
  const newDomains = async () => [`${crypto.randomUUID()}.example`, `${crypto.randomUUID()}.example`];

  /** Adding, replacing and removing one relation. */
  const relation = (
    changes: { added: string; replaced: string; removed: string },
    place: () => Promise<{ path: string; field: string; ids: string[] }>,
    add = (field: string, ids: string[]): object => ({ [field]: ids }),
  ): Cases => ({
    [changes.added]: async () => {
      const { path, field, ids } = await place();
      return () => api.call('POST', path, add(field, ids));
    },
    [changes.replaced]: async () => {
      const { path, field, ids } = await place();
      await api.call('PUT', path, { [field]: ids.slice(0, 1) });
      return () => api.call('PUT', path, { [field]: ids.slice(1) });
    },
    [changes.removed]: async () => {
      const { path, field, ids } = await place();
      await api.call('PUT', path, { [field]: ids });
      return () => api.call('DELETE', `${path}/${ids[0]}`);
    },
  });

  const member = async (kind: 'users' | 'applications') => {
    const [organizationId, ids] = [await newOrganization(api), await (kind === 'users' ? newUsers() : newMachines())];
    const path = `/organizations/${organizationId}/${kind}`;
    await api.call('PUT', path, { [kind === 'users' ? 'userIds' : 'applicationIds']: ids });
    return { path, ids };
  };
  const rolesOf = (kind: 'users' | 'applications') => async () => {
    const { path, ids } = await member(kind);
    const type = kind === 'users' ? 'User' : 'MachineToMachine';
    return {
      path: `${path}/${ids[0]}/roles`,
      field: 'organizationRoleIds',
      ids: [await newRole(type), await newRole(type)],
    };
  };
  const inOrganization = (below: string, field: string, newIds: () => Promise<string[]>) => async () => ({
    path: `/organizations/${await newOrganization(api)}/${below}`,
    field,
    ids: await newIds(),
  });
  const newInvitation = async () => {
    const [userId = ''] = await addUsers(server, ['Invited']);
    const email = `${userId}@invited.example`;
    await server.query('update users set primary_email = $2 where id = $1', [userId, email]);
    const body = {
      invitee: email,
      organizationId: await newOrganization(api),
      expiresAt: Date.now() + 3_600_000,
      organizationRoleIds: [await newRole()],
      messagePayload: false,
    };
    return { userId, body };
  };
  const invite = async () => {
    const { userId, body } = await newInvitation();
    const { id } = (await api.call('POST', '/organization-invitations', body)).json() as { id: string };
    return { id, userId };
  };

  return {
    'organization-scope.created': async () => () => api.call('POST', '/organization-scopes', { name: 'whole' }),
    'organization-scope.updated': async () => {
      const id = await newOrganizationScope(api);
      return () => api.call('PATCH', `/organization-scopes/${id}`, { name: 'renamed' });
    },
    'organization-scope.deleted': async () => {
      const id = await newOrganizationScope(api);
      return () => api.call('DELETE', `/organization-scopes/${id}`);
    },
    'organization-role.created': async () => {
      const body = { organizationScopeIds: await newScopes(), resourceScopeIds: await newResourceScopes() };
      return () => api.call('POST', '/organization-roles', { name: 'Whole', ...body });
    },
    'organization-role.updated': async () => {
      const id = await newRole();
      return () => api.call('PATCH', `/organization-roles/${id}`, { name: 'Renamed' });
    },
    'organization-role.deleted': async () => {
      const id = await newRole();
      return () => api.call('DELETE', `/organization-roles/${id}`);
    },
    ...relation(
      {
        added: 'organization-role.scopes-added',
        replaced: 'organization-role.scopes-replaced',
        removed: 'organization-role.scope-removed',
      },
      async () => ({
        path: `/organization-roles/${await newRole()}/scopes`,
        field: 'organizationScopeIds',
        ids: await newScopes(),
      }),
    ),
    ...relation(
      {
        added: 'organization-role.resource-scopes-added',
        replaced: 'organization-role.resource-scopes-replaced',
        removed: 'organization-role.resource-scope-removed',
      },
      async () => ({
        path: `/organization-roles/${await newRole()}/resource-scopes`,
        field: 'scopeIds',
        ids: await newResourceScopes(),
      }),
    ),

    'organization.created': async () => () => api.call('POST', '/organizations', { name: 'Whole' }),
    'organization.updated': async () => {
      const id = await newOrganization(api);
      return () => api.call('PATCH', `/organizations/${id}`, { name: 'Renamed' });
    },
    'organization.deleted': async () => {
      const id = await newOrganization(api);
      return () => api.call('DELETE', `/organizations/${id}`);
    },
    ...relation(
      {
        added: 'organization.users-added',
        replaced: 'organization.users-replaced',
        removed: 'organization.user-removed',
      },
      inOrganization('users', 'userIds', newUsers),
    ),
    'organization.users-removed': async () => {
      const [id, userIds] = [await newOrganization(api), await newUsers()];
      await api.call('POST', `/organizations/${id}/users`, { userIds });
      return () => api.call('POST', `/organizations/${id}/users/removals`, { userIds });
    },
    ...relation(
      {
        added: 'organization.applications-added',
        replaced: 'organization.applications-replaced',
        removed: 'organization.application-removed',
      },
      inOrganization('applications', 'applicationIds', newMachines),
    ),
    'organization.user-roles-assigned': async () => {
      const { path, ids } = await member('users');
      const body = { userIds: ids, organizationRoleIds: [await newRole(), await newRole()] };
      return () => api.call('POST', `${path}/roles`, body);
    },
    ...relation(
      {
        added: 'organization.user-roles-added',
        replaced: 'organization.user-roles-replaced',
        removed: 'organization.user-role-removed',
      },
      rolesOf('users'),
    ),
    'organization.application-roles-assigned': async () => {
      const { path, ids } = await member('applications');
      const body = { applicationIds: ids, organizationRoleIds: [await newRole('MachineToMachine')] };
      return () => api.call('POST', `${path}/roles`, body);
    },
    ...relation(
      {
        added: 'organization.application-roles-added',
        replaced: 'organization.application-roles-replaced',
        removed: 'organization.application-role-removed',
      },
      rolesOf('applications'),
    ),
    ...relation(
      {
        added: 'organization.jit-email-domain-added',
        replaced: 'organization.jit-email-domains-replaced',
        removed: 'organization.jit-email-domain-removed',
      },
      inOrganization('jit/email-domains', 'emailDomains', newDomains),
      (_, [emailDomain]) => ({ emailDomain }),
    ),
    ...relation(
      {
        added: 'organization.jit-roles-added',
        replaced: 'organization.jit-roles-replaced',
        removed: 'organization.jit-role-removed',
      },
      inOrganization('jit/roles', 'organizationRoleIds', async () => [await newRole(), await newRole()]),
    ),
    ...relation(
      {
        added: 'organization.jit-sso-connectors-added',
        replaced: 'organization.jit-sso-connectors-replaced',
        removed: 'organization.jit-sso-connector-removed',
      },
      inOrganization('jit/sso-connectors', 'ssoConnectorIds', newConnectors),
    ),

    'organization-invitation.created': async () => {
      const { body } = await newInvitation();
      return () => api.call('POST', '/organization-invitations', body);
    },
    'organization-invitation.status-updated': async () => {
      const { id, userId } = await invite();
      const body = { status: 'Accepted', acceptedUserId: userId };
      return () => api.call('PUT', `/organization-invitations/${id}/status`, body);
    },
    'organization-invitation.deleted': async () => {
      const { id } = await invite();
      return () => api.call('DELETE', `/organization-invitations/${id}`);
    },
  };
};
