// Seeds the database on the first start: the admin tenant, which signs in console users, and the tenant `default`. All
// in one transaction, so that an interrupted start begins again.
import { tenantScopes } from '@tessera/contract/tenant-scopes';
import type { Wire } from '@tessera/contract/wire';
import { sql } from 'kysely';
import { consoleApp } from '../../authorization/oidc/applications-as-clients.ts';
import type { Clock } from '../../clock.ts';
import type { Invalidation } from '../../infrastructure/cache/invalidation.ts';
import { type Change, openChange } from '../../infrastructure/database/change.ts';
import type { Databases } from '../../infrastructure/database/tenant-database.ts';
import { adminTenant, defaultTenant, isAdminTenant } from '../../infrastructure/http/resolve-request.ts';
import { random } from '../../random.ts';
import type { Settings } from '../../settings.ts';
import { addRole, createTenant, tenantApplicationRole } from './create-tenant.ts';

export const userRole = 'user';
export const defaultAdminRole = 'default:admin';
const cloudScopes = [
  'create:tenant',
  'manage:tenant:self',
  'send:sms',
  'send:email',
  'fetch:custom:jwt',
  'report:subscription:updates',
  'create:affiliate',
  'manage:affiliate',
] as const;
const dashed = (scope: string) => scope.replaceAll(':', '-');

const addOrganizationTemplate = async (change: Change) => {
  for (const name of tenantScopes) await change.insert('organizationScopes', { id: dashed(name), name });
  const held = { admin: tenantScopes, collaborator: tenantScopes.slice(0, 4) };
  for (const [role, scopes] of Object.entries(held)) {
    await change.insert('organizationRoles', { id: role, name: role, type: 'User' });
    for (const scope of scopes) {
      await change.insert('organizationRoleScopes', { organizationRoleId: role, organizationScopeId: dashed(scope) }, [
        'organizationRoleId',
        'organizationScopeId',
      ]);
    }
  }
};

const addConsoleApis = async (change: Change, wire: Wire) => {
  await change.insert('resources', { id: 'me-api', name: 'Me API', indicator: wire.meResource });
  await change.insert('scopes', { id: 'me-api-all', resourceId: 'me-api', name: 'all', description: 'Own account' });
  await change.insert('resources', { id: 'cloud-api', name: 'Cloud API', indicator: wire.cloudResource });
  for (const name of cloudScopes) {
    await change.insert('scopes', { id: `cloud-${dashed(name)}`.slice(0, 21), resourceId: 'cloud-api', name });
  }
  const cloudScopeIds = cloudScopes.map((name) => `cloud-${dashed(name)}`.slice(0, 21));
  await addRole(change, { id: random.id(), name: userRole, description: 'People who use the console', type: 'User' }, [
    'me-api-all',
    ...cloudScopeIds.slice(0, 2),
  ]);
  await addRole(
    change,
    {
      id: random.id(),
      name: tenantApplicationRole,
      description: 'Tenants that use cloud services',
      type: 'MachineToMachine',
    },
    cloudScopeIds.slice(2, 6),
  );
  await change.insert('applications', {
    id: consoleApp,
    name: 'Admin console',
    type: 'SPA',
    oidcClientMetadata: { redirectUris: [], postLogoutRedirectUris: [] },
  });
};

/** Assigned to administrators of the open-source console. */
const addDefaultAdminRole = (change: Change) => {
  const role = { id: random.id(), name: defaultAdminRole, description: 'Administrators of the tenant' };
  return addRole(change, { ...role, type: 'User' }, [`mapi-${defaultTenant}-all`]);
};

export const seed = async (parts: {
  databases: Databases;
  invalidation: Invalidation;
  wire: Wire;
  clock: Clock;
  settings: Pick<Settings, 'capabilities'>;
}): Promise<boolean> => {
  const { databases, invalidation, wire, clock, settings } = parts;
  const change = openChange({
    db: databases.of(adminTenant),
    tenantId: adminTenant,
    invalidation,
    actor: () => ({ type: 'system', id: null }),
    operation: 'tenant.created',
    requestId: 'start',
  });
  try {
    const tx = await change.transaction();
    await sql`select pg_advisory_xact_lock(hashtext('tessera-seed'))`.execute(tx);
    const known = await tx.selectFrom('tenants').select('id').where('id', '=', adminTenant).executeTakeFirst();
    if (known) {
      await change.rollback();
      return false;
    }
    const make = (id: string) => ({
      id,
      name: isAdminTenant(id) ? 'Console' : 'My project',
      tag: 'development' as const,
    });
    await createTenant({ change, wire, clock }, { ...make(adminTenant), planId: 'admin' }, settings.capabilities);
    await addConsoleApis(change, wire);
    await addOrganizationTemplate(change);
    await createTenant({ change, wire, clock }, { ...make(defaultTenant), planId: 'dev' }, settings.capabilities);
    if (settings.capabilities.hasFirstRun) await addDefaultAdminRole(change);
    await change.commit();
    return true;
  } catch (error) {
    await change.rollback();
    throw error;
  }
};
