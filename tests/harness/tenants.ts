// Cloud tenants created by a console user, and their members.
import { tenantScopes } from '@tessera/contract/tenant-scopes';
import { managementApi } from './api.ts';
import { callerWith, cloudResource, registerConsoleUser } from './console-user.ts';
import type { TestServer } from './server.ts';
import { type ZipEntry, zipOf } from './zip.ts';

const organizationResource = 'urn:tessera:resource:organizations';
const organizationScope = 'urn:tessera:scope:organizations';

const register = (server: TestServer, username: string) =>
  registerConsoleUser(server, username, [cloudResource, organizationResource], [organizationScope, ...tenantScopes]);
type ConsoleUser = Awaited<ReturnType<typeof register>>;

export type Tenant = Awaited<ReturnType<typeof tenantOf>>;

const tenantOf = async (server: TestServer, owner: ConsoleUser, id: string) => {
  const token = await owner.organizationToken(`t-${id}`);
  const caller = callerWith(server, token);
  /** `call('PATCH', '/sign-in-exp', {…})` at the tenant's Management API, as its owner in the console. */
  const call = (method: string, path: string, json?: unknown) => caller(method, `/m/${id}/api${path}`, json);
  const upload = async (path: string, file: File) => {
    const body = new FormData();
    body.set('file', file);
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${server.origin}/m/${id}/api${path}`, { method: 'POST', headers, body });
    return { status: response.status, body: await response.text() };
  };
  const uploadCustomUi = (entries: ZipEntry[]) =>
    upload('/sign-in-exp/default/custom-ui-assets', new File([zipOf(entries)], 'ui.zip', { type: 'application/zip' }));
  /** The tenant's Management API with a machine-to-machine token. */
  const api = await managementApi(server, id);
  return { id, base: server.base(id), api, owner, token, call, upload, uploadCustomUi };
};

/** Development tenants of one new console user. */
export const createTenants = async (server: TestServer, count: number, username = 'owner'): Promise<Tenant[]> => {
  const owner = await register(server, username);
  const create = callerWith(server, await owner.accessToken(cloudResource));
  const tenants: Tenant[] = [];
  for (let index = 0; index < count; index += 1) {
    const answer = await create('POST', '/api/tenants', { name: `Tenant ${index}`, tag: 'development' });
    const { id } = answer.json() as { id: string };
    tenants.push(await tenantOf(server, owner, id));
  }
  return tenants;
};

export const newTenant = async (server: TestServer, username?: string): Promise<Tenant> => {
  const [tenant] = await createTenants(server, 1, username);
  if (!tenant) throw new Error('no tenant was created');
  return tenant;
};

/** Sets the exact permissions of tenant owners, effective with the next organization token. */
export const setOwnerScopes = async (server: TestServer, allowed: readonly string[]) => {
  await server.query(
    `delete from organization_role_scopes where tenant_id = 'admin' and organization_role_id = 'admin'`,
  );
  await server.query(
    `insert into organization_role_scopes (tenant_id, organization_role_id, organization_scope_id)
     select 'admin', 'admin', id from organization_scopes where tenant_id = 'admin' and name = any($1)`,
    [allowed],
  );
};

type TenantRole = 'admin' | 'collaborator';

/** Another console user, added to the tenant with a role. */
export const newMember = async (server: TestServer, tenantId: string, username: string, role: TenantRole) => {
  const member = await register(server, username);
  const [user] = await server.query<{ id: string }>('select id from users where username = $1', [username]);
  const userId = user?.id ?? '';
  const organization = `t-${tenantId}`;
  await server.query(`insert into organization_users (tenant_id, organization_id, user_id) values ('admin', $1, $2)`, [
    organization,
    userId,
  ]);
  const setRole = async (name: TenantRole) => {
    await server.query('delete from organization_role_users where organization_id = $1 and user_id = $2', [
      organization,
      userId,
    ]);
    await server.query(
      `insert into organization_role_users (tenant_id, organization_id, organization_role_id, user_id)
       values ('admin', $1, $2, $3)`,
      [organization, name, userId],
    );
  };
  await setRole(role);
  const remove = () =>
    server.query('delete from organization_users where organization_id = $1 and user_id = $2', [organization, userId]);
  return { userId, token: () => member.organizationToken(organization), setRole, remove };
};
