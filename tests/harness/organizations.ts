// Organizations and their parts, created through the Management API; users are inserted as rows.
import { randomBytes } from 'node:crypto';
import type { ManagementApi } from './api.ts';
import type { TestServer } from './server.ts';

const create = async (api: ManagementApi, path: string, body: object): Promise<string> => {
  const answer = await api.call('POST', path, body);
  if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.body}`);
  return (answer.json() as { id: string }).id;
};
const unique = (prefix: string) => `${prefix} ${randomBytes(4).toString('hex')}`;

export const newOrganization = (api: ManagementApi, body: object = {}) =>
  create(api, '/organizations', { name: unique('Organization'), ...body });
export const newOrganizationRole = (api: ManagementApi, body: object = {}) =>
  create(api, '/organization-roles', { name: unique('Role'), ...body });
export const newOrganizationScope = (api: ManagementApi, body: object = {}) =>
  create(api, '/organization-scopes', { name: unique('scope').replace(' ', ':'), ...body });

/** Returns their IDs in order. Username, email and name derive from the given names. */
export const addUsers = async (server: TestServer, names: string[], tenantId = 'default'): Promise<string[]> => {
  const ids = names.map(() => randomBytes(6).toString('hex'));
  await server.query(
    `insert into users (tenant_id, id, username, primary_email, name)
     select $1, id, lower(name) || '_' || id, lower(name) || '@people.example', name
     from unnest($2::text[], $3::text[]) as given (id, name)`,
    [tenantId, ids, names],
  );
  return ids;
};

export const organizationTables = [
  'organizations',
  'organization_roles',
  'organization_scopes',
  'organization_role_scopes',
  'organization_users',
  'organization_role_users',
  'organization_invitations',
  'organization_jit_email_domains',
  'organization_jit_roles',
  'organization_jit_sso_connectors',
];

/** One entity for each path parameter, keyed by parameter name. */
export const organizationWithEverything = async (server: TestServer, api: ManagementApi) => {
  const emailDomain = 'everything.example';
  const ssoConnectorId = randomBytes(6).toString('hex');
  await server.query(
    `insert into sso_connectors (tenant_id, id, provider_name, connector_name) values ('default', $1, 'OIDC', $1)`,
    [ssoConnectorId],
  );
  const organizationId = await newOrganization(api);
  const organizationScopeId = await newOrganizationScope(api);
  const organizationRoleId = await newOrganizationRole(api, { organizationScopeIds: [organizationScopeId] });
  const jit = `/organizations/${organizationId}/jit`;
  await api.call('PUT', `${jit}/email-domains`, { emailDomains: [emailDomain] });
  await api.call('PUT', `${jit}/roles`, { organizationRoleIds: [organizationRoleId] });
  await api.call('PUT', `${jit}/sso-connectors`, { ssoConnectorIds: [ssoConnectorId] });
  const invitationId = await create(api, '/organization-invitations', {
    invitee: 'somebody@everything.example',
    organizationId,
    expiresAt: Date.now() + 3_600_000,
    messagePayload: false,
  });
  return { organizationId, organizationScopeId, organizationRoleId, invitationId, emailDomain, ssoConnectorId };
};
