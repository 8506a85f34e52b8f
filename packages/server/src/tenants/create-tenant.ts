// What a tenant is made of, in its own tables and in the admin tenant's, as one change.
import type { Wire } from '@tessera/contract/wire';
import type { Clock } from '../clock.ts';
import type { Change } from '../database/change.ts';
import { adminTenant } from '../http/place.ts';
import { cookieKeysConfig, newCookieKey, newPrivateKey, privateKeysConfig } from '../oidc/keys.ts';
import { random } from '../random.ts';
import { defaultSignInExperience } from '../sign-in-experience/defaults.ts';

export type NewTenant = {
  id: string;
  name: string;
  tag: 'development' | 'production';
  planId: string;
  regionName?: string;
};
type Parts = { change: Change; wire: Wire; clock: Clock };

export const managementScope = 'all';
export const tenantApplicationRole = 'tenantApplication';
export const internalSecret = () => `#internal:${random.secret()}`;

/** The id of a tenant's management resource in the admin tenant. */
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

export const addMachine = async (
  change: Change,
  app: { id: string; name: string; description: string },
  roleId: string,
  customClientMetadata: object = {},
): Promise<string> => {
  const type = 'MachineToMachine' as const;
  const value = random.secret();
  await change.insert('applications', { ...app, type, secret: internalSecret(), customClientMetadata });
  const secret = { applicationId: app.id, name: 'Default secret', value };
  await change.insert('applicationSecrets', secret, ['applicationId', 'name']);
  await change.insert('applicationsRoles', { applicationId: app.id, roleId }, ['applicationId', 'roleId']);
  return value;
};

/** The rows of one tenant in the admin tenant: its management API, its machine, its organization of members. */
const addToAdminTenant = async ({ change, wire }: Parts, { id }: NewTenant) => {
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

/** The machine by which a tenant uses the services of the cloud, and its credentials as the tenant keeps them. */
const addCloudService = async ({ change, wire }: Parts, { id }: NewTenant) => {
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

/** What every tenant starts with in its own tables. */
const addOwnRows = async ({ change, clock }: Parts, { id, planId }: NewTenant, edition: 'oss' | 'cloud') => {
  await change.insert('tenantConfigs', { key: privateKeysConfig, value: [await newPrivateKey('EC', clock)] }, ['key']);
  await change.insert('tenantConfigs', { key: cookieKeysConfig, value: [newCookieKey(clock)] }, ['key']);
  await change.insert(
    'tenantConfigs',
    { key: 'adminConsole', value: { signInExperienceCustomized: false, organizationCreated: false } },
    ['key'],
  );
  await change.insert('signInExperiences', defaultSignInExperience(id, edition));
  await change.insert('accountCenters', { enabled: false });
  const start = clock.now();
  await change.insert('subscriptions', {
    id: planId,
    currentPeriodStart: new Date(start),
    currentPeriodEnd: new Date(start + 30 * 86_400_000),
  });
};

/** A tenant manages itself through its own Management API, with machines it creates. */
const addOwnManagementApi = async ({ change, wire }: Parts, { id }: NewTenant) => {
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

/** The change must be turned to the admin tenant when it comes in, and is so again when it goes out. */
export const createTenant = async (parts: Parts, tenant: NewTenant, edition: 'oss' | 'cloud') => {
  await parts.change.insert('tenants', tenant);
  await addToAdminTenant(parts, tenant);
  const isServed = edition === 'cloud' && tenant.id !== adminTenant;
  const cloudConnection = isServed ? await addCloudService(parts, tenant) : undefined;
  await parts.change.turnTo(tenant.id);
  await addOwnRows(parts, tenant, edition);
  if (tenant.id !== adminTenant) await addOwnManagementApi(parts, tenant);
  if (cloudConnection) {
    await parts.change.insert('tenantConfigs', { key: 'cloudConnection', value: cloudConnection }, ['key']);
  }
  await parts.change.turnTo(adminTenant);
};
