// Creates a tenant's rows in its own tables and in the admin tenant's, as one change.
import type { Capabilities } from '@tessera/contract/capabilities';
import type { Wire } from '@tessera/contract/wire';
import { defaultSignInExperience } from '../../authentication/sign-in-experience/defaults.ts';
import { cookieKeysConfig, newCookieKey, newEcKey, privateKeysConfig } from '../../authorization/oidc/keys.ts';
import type { Clock } from '../../clock.ts';
import type { Change } from '../../infrastructure/database/change.ts';
import { adminTenant, isAdminTenant } from '../../infrastructure/http/resolve-request.ts';
import { random } from '../../random.ts';

export type NewTenant = {
  id: string;
  name: string;
  tag: 'development' | 'production';
  planId: string;
  regionName?: string;
};
type Options = { change: Change; wire: Wire; clock: Clock };

const managementScope = 'all';
export const tenantApplicationRole = 'tenantApplication';

/** The ID of a tenant's management resource in the admin tenant. */
const managementId = (tenantId: string) => `mapi-${tenantId}`;
export const machineOf = (tenantId: string) => `m-${tenantId}`;
export const organizationOf = (tenantId: string) => `t-${tenantId}`;

export const addRole = async (
  change: Change,
  role: { id: string; name: string; description: string; type: 'User' | 'MachineToMachine' },
  scopeIds: string[],
) => {
  await change.insert('roles', role);
  for (const scopeId of scopeIds) {
    await change.insert('rolesScopes', { roleId: role.id, scopeId }, ['roleId', 'scopeId']);
  }
};

const addMachine = async (
  change: Change,
  app: { id: string; name: string; description: string },
  roleId: string,
  customClientMetadata: object = {},
): Promise<string> => {
  const type = 'MachineToMachine' as const;
  const value = random.secret();
  await change.insert('applications', { ...app, type, customClientMetadata });
  const secret = { applicationId: app.id, name: 'Default secret', value };
  await change.insert('applicationSecrets', secret, ['applicationId', 'name']);
  await change.insert('applicationsRoles', { applicationId: app.id, roleId }, ['applicationId', 'roleId']);
  return value;
};

/**
 * A tenant's rows in the admin tenant: its Management API, its machine-to-machine application and its members'
 * organization.
 */
const addToAdminTenant = async ({ change, wire }: Options, { id }: NewTenant) => {
  const resourceId = managementId(id);
  const scopeId = `${resourceId}-all`;
  await change.insert('resources', {
    id: resourceId,
    name: `Management API of ${id}`,
    indicator: wire.managementResource(id),
  });
  await change.insert('scopes', { id: scopeId, resourceId, name: managementScope, description: 'Everything' });
  const role = { id: random.id(), name: `machine:mapi:${id}`, description: `Machines that manage ${id}` };
  await addRole(change, { ...role, type: 'MachineToMachine' }, [scopeId]);
  await addMachine(
    change,
    { id: machineOf(id), name: `Management API access of ${id}`, description: `Machine that manages ${id}` },
    role.id,
  );
  await change.insert('organizations', { id: organizationOf(id), name: `Tenant ${id}` });
};

/** The machine-to-machine application a tenant uses for cloud services, and its credentials. */
const addCloudService = async ({ change, wire }: Options, { id }: NewTenant) => {
  const tx = await change.transaction();
  const role = await tx
    .selectFrom('roles')
    .select('id')
    .where('name', '=', tenantApplicationRole)
    .executeTakeFirstOrThrow();
  const app = { id: random.id(), name: `Cloud service of ${id}`, description: `Uses cloud services for ${id}` };
  const secret = await addMachine(change, app, role.id, { tenantId: id });
  return { appId: app.id, appSecret: secret, resource: wire.cloudResource };
};

/** Initial rows in the tenant's own tables. */
const addOwnRows = async ({ change, clock }: Options, { id, planId }: NewTenant, capabilities: Capabilities) => {
  await change.insert('tenantConfigs', { key: privateKeysConfig, value: [newEcKey(clock)] }, ['key']);
  await change.insert('tenantConfigs', { key: cookieKeysConfig, value: [newCookieKey(clock)] }, ['key']);
  await change.insert(
    'tenantConfigs',
    { key: 'adminConsole', value: { signInExperienceCustomized: false, organizationCreated: false } },
    ['key'],
  );
  await change.insert('signInExperiences', defaultSignInExperience(id, capabilities));
  await change.insert('accountCenters', { enabled: false });
  const start = clock.now();
  await change.insert('subscriptions', {
    id: planId,
    currentPeriodStart: new Date(start),
    currentPeriodEnd: new Date(start + 30 * 86_400_000),
  });
};

/** A tenant manages itself through its own Management API, with applications it creates. */
const addOwnManagementApi = async ({ change, wire }: Options, { id }: NewTenant) => {
  const [resourceId, scopeId] = ['management-api', 'management-api-all'];
  await change.insert('resources', {
    id: resourceId,
    name: 'Management API',
    indicator: wire.managementResource(id),
  });
  await change.insert('scopes', { id: scopeId, resourceId, name: managementScope, description: 'Everything' });
  const type = 'MachineToMachine' as const;
  const internal = { id: 'admin-role', name: '#internal:admin', description: 'Internal role for administration', type };
  await addRole(change, internal, [scopeId]);
  const access = { id: random.id(), name: 'Management API access', description: 'Everything in this tenant', type };
  await addRole(change, access, [scopeId]);
};

/** The change must be switched to the admin tenant before the call, and is again afterwards. */
export const createTenant = async (parts: Options, tenant: NewTenant, capabilities: Capabilities) => {
  await parts.change.insert('tenants', tenant);
  await addToAdminTenant(parts, tenant);
  const isServed = capabilities.hasManyTenants && !isAdminTenant(tenant.id);
  const cloudConnection = isServed ? await addCloudService(parts, tenant) : undefined;
  await parts.change.turnTo(tenant.id);
  await addOwnRows(parts, tenant, capabilities);
  if (!isAdminTenant(tenant.id)) await addOwnManagementApi(parts, tenant);
  if (cloudConnection) {
    await parts.change.insert('tenantConfigs', { key: 'cloudConnection', value: cloudConnection }, ['key']);
  }
  await parts.change.turnTo(adminTenant);
};
