// At least one entity of every kind in the default tenant, for tests that reach for all of them from elsewhere.
import { applicationTestCalls } from './application-tests.ts';
import { newApplication } from './applications.ts';
import {
  assetOf,
  domainOf,
  factorOf,
  grantIds,
  hookIds,
  importOf,
  logOf,
  messageIds,
  newProtected,
  newSsoConnector,
  samlApplicationIds,
  scimIds,
  sessionOf,
  signInPageIds,
  signingKeyOf,
  ssoConnectorIds,
  type Tenant,
} from './entity-ids.ts';
import { newOrganization, newOrganizationRole, organizationWithEverything } from './organizations.ts';
import { userIdOf } from './permissions.ts';
import { newMachineRole, newResource, newRole } from './roles.ts';
import { newSamlApplication } from './service-provider.ts';
import { demoApp, obtainCode } from './sign-in.ts';
import { bulkActions } from './user-bulk-actions.ts';
import { addDevice } from './user-rows.ts';
import { newWebhook } from './webhook-receiver.ts';

/** Their IDs, by the first path segment, since `id` differs between them. */
export const newEntities = async (tenant: Tenant): Promise<Record<string, Record<string, string>>> => {
  const { server, api } = tenant;
  const base = server.base('default');
  await obtainCode({ base, client: demoApp(base), username: 'ada', register: true });
  const { id } = await newApplication(api, { type: 'Traditional', isThirdParty: true });
  await api.call('POST', `/applications/${id}/user-consent-scopes`, { userScopes: ['profile'] });
  const machine = await newApplication(api, { type: 'MachineToMachine' });
  const resource = await newResource(api, 'https://ours.example.com', ['read']);
  const scopeId = resource.scopeId('read');
  const machineRole = await newMachineRole(api, { scopeIds: [scopeId] });
  const role = await newRole(api, { scopeIds: [scopeId] });
  const userId = await userIdOf(server, 'default', 'ada');
  await api.call('POST', `/users/${userId}/roles`, { roleIds: [role.id] });
  await api.call('POST', `/applications/${machine.id}/roles`, { roleIds: [machineRole.id] });
  const organization = await organizationWithEverything(server, api);
  await api.call('PUT', `/users/${userId}/identities/peer`, { userId: 'ada at peer' });
  const ids = {
    applications: {
      ...{ id, applicationId: id, name: 'Default secret', scopeType: 'user-scopes', scopeId: 'profile' },
      ...{
        userId,
        organizationId: organization.organizationId,
        testId: (await applicationTestCalls(() => api).start(id)).id,
      },
    },
    'application-roles': { applicationId: machine.id, roleId: machineRole.id },
    resources: { id: resource.id, resourceId: resource.id, scopeId },
    roles: { id: role.id, scopeId, userId, applicationId: machine.id },
    users: {
      ...{ id: userId, userId, roleId: role.id, name: 'Laptop', verificationId: await factorOf(tenant, userId) },
      ...{ target: 'peer', ssoConnectorId: organization.ssoConnectorId },
      ...{ verificationId: await factorOf(tenant, userId), sessionId: await sessionOf(tenant, userId) },
      ...{ deviceId: await addDevice(server, userId), ...(await grantIds(tenant, userId)) },
    },
    organizations: { ...organization, id: organization.organizationId, userId, applicationId: machine.id },
    'organization-roles': { ...organization, id: organization.organizationRoleId, scopeId },
    'organization-scopes': { ...organization, id: organization.organizationScopeId },
    'organization-invitations': { ...organization, id: organization.invitationId },
    ...(await messageIds(tenant)),
    ...(await signInPageIds(tenant)),
    'sso-connectors': { ...(await ssoConnectorIds(tenant)), ...(await scimIds(tenant, organization)) },
    hooks: await hookIds(tenant),
    domains: { id: await domainOf(tenant) },
    'user-imports': { importId: await importOf(tenant) },
    'user-bulk-actions': { actionId: (await bulkActions(api).run({ action: 'reactivate', userIds: [userId] })).id },
    configs: { keyId: await signingKeyOf(tenant, 'default') },
    logs: { id: await logOf(tenant, 'default') },
    'user-assets': { id: await assetOf(tenant, 'default') },
    'saml-applications': await samlApplicationIds(tenant),
    'protected-applications': { id: await newProtected(tenant, 'ours'), domain: 'www.ours.test' },
  };
  const { organizationId, organizationRoleId } = organization;
  const organizationRoleIds = [organizationRoleId];
  await api.call('POST', `/organizations/${organizationId}/users`, { userIds: [userId] });
  await api.call('POST', `/users/${userId}/personal-access-tokens`, { name: 'Laptop' });
  await api.call('POST', `/organizations/${organizationId}/users/roles`, { userIds: [userId], organizationRoleIds });
  return ids;
};

/** Another entity of the same tenant for the first path parameter, to which the rest does not belong. */
export const newStrangers = async (tenant: Tenant): Promise<Record<string, string>> => {
  const { api } = tenant;
  const { id: stranger } = (await api.call('POST', '/users', { username: 'stranger' })).json() as { id: string };
  const strangers = {
    applications: (await newApplication(api, { type: 'Traditional', isThirdParty: true })).id,
    'application-roles': (await newApplication(api, { type: 'MachineToMachine' })).id,
    resources: (await newResource(api, 'https://stranger.example.com', ['read'])).id,
    roles: (await newRole(api)).id,
    users: stranger,
    organizations: await newOrganization(api),
    'organization-roles': await newOrganizationRole(api),
    hooks: (await newWebhook(api, 'https://stranger.example.com', ['Role.Deleted'])).id,
    'sso-connectors': await newSsoConnector(tenant, 'stranger.example'),
    'saml-applications': (await newSamlApplication(api)).id,
    'protected-applications': await newProtected(tenant, 'stranger'),
  };
  // Every application has a secret with this name initially.
  await api.call('DELETE', `/applications/${strangers.applications}/secrets/Default%20secret`);
  return strangers;
};
