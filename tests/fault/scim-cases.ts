// F03: writes of SCIM and of its administration, to be sabotaged.
import type { ManagementApi } from '../harness/api.ts';
import { newOrganization, newOrganizationRole } from '../harness/organizations.ts';
import { newScimClient, patchOf, type ScimClient } from '../harness/scim.ts';
import type { TestServer } from '../harness/server.ts';
import type { Cases } from './failing-statements.test.ts';

const inADay = () => ({ expiresAt: Date.now() + 86_400_000 });

export const scimCases = (server: TestServer, api: ManagementApi): Cases => {
  // Later requests don't note the use of the token again.
  let connected: Promise<ScimClient> | undefined;
  const connect = async (): Promise<ScimClient> => {
    connected ??= newScimClient(server, api, ['example.com']);
    const client = await connected;
    await client.list('Users');
    return client;
  };
  const newName = () => `${crypto.randomUUID()}@example.com`;
  const newMember = async () => {
    const client = await connect();
    const user = await client.createUser(newName());
    const group = await client.createGroup(newName(), [user.id]);
    const mapping = {
      groupId: group.id,
      organizationId: await newOrganization(api),
      organizationRoleId: await newOrganizationRole(api),
    };
    return { client, user, group, mapping };
  };
  const newMapped = async () => {
    const made = await newMember();
    const answer = await api.call('POST', `${made.client.path}/group-mappings`, made.mapping);
    return { ...made, mappingId: (answer.json() as { id: string }).id };
  };

  return {
    'scim-settings.updated': async () => {
      const { path } = await newScimClient(server, api, []);
      return () => api.call('PATCH', path, { deactivation: 'delete' });
    },
    'sso-setup-link.created': async () => {
      const { ssoConnectorId } = await newScimClient(server, api, []);
      return () => api.call('POST', `/sso-connectors/${ssoConnectorId}/setup-links`, inADay());
    },
    'sso-setup-link.deleted': async () => {
      const { ssoConnectorId } = await newScimClient(server, api, []);
      const path = `/sso-connectors/${ssoConnectorId}/setup-links`;
      const { id } = (await api.call('POST', path, inADay())).json() as { id: string };
      return () => api.call('DELETE', `${path}/${id}`);
    },
    'scim-token.created': async () => {
      const { path } = await newScimClient(server, api, []);
      return () => api.call('POST', `${path}/tokens`, { name: 'Second' });
    },
    'scim-token.deleted': async () => {
      const { path } = await newScimClient(server, api, []);
      const [token] = (await api.call('GET', `${path}/tokens`)).json() as { id: string }[];
      return () => api.call('DELETE', `${path}/tokens/${token?.id}`);
    },
    'scim-group-mapping.created': async () => {
      const { client, mapping } = await newMember();
      return () => api.call('POST', `${client.path}/group-mappings`, mapping);
    },
    'scim-group-mapping.deleted': async () => {
      const { client, mappingId } = await newMapped();
      return () => api.call('DELETE', `${client.path}/group-mappings/${mappingId}`);
    },
    'scim-user.created': async () => {
      const { call } = await connect();
      const userName = newName();
      return () => call('POST', '/Users', { userName, displayName: 'Wanted', emails: [{ value: userName }] });
    },
    'scim-user.replaced': async () => {
      const { client, user } = await newMapped();
      return () => client.call('PUT', `/Users/${user.id}`, { userName: newName(), displayName: 'Replaced' });
    },
    'scim-user.updated': async () => {
      const { client, user } = await newMapped();
      const deactivation = patchOf({ op: 'replace', value: { active: false, displayName: 'Gone' } });
      return () => client.call('PATCH', `/Users/${user.id}`, deactivation);
    },
    'scim-user.deleted': async () => {
      const { client, user } = await newMapped();
      return () => client.call('DELETE', `/Users/${user.id}`);
    },
    'scim-group.created': async () => {
      const { client, user } = await newMember();
      const displayName = newName();
      return () => client.call('POST', '/Groups', { displayName, members: [{ value: user.id }] });
    },
    'scim-group.replaced': async () => {
      const { client, group } = await newMapped();
      return () => client.call('PUT', `/Groups/${group.id}`, { displayName: newName(), members: [] });
    },
    'scim-group.updated': async () => {
      const { client, group, user } = await newMapped();
      const leaving = patchOf({ op: 'remove', path: `members[value eq "${user.id}"]` });
      return () => client.call('PATCH', `/Groups/${group.id}`, leaving);
    },
    'scim-group.deleted': async () => {
      const { client, group } = await newMapped();
      return () => client.call('DELETE', `/Groups/${group.id}`);
    },
  };
};
