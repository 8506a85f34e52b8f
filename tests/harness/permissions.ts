// API resources with scopes, and roles, inserted directly into the database and announced to the server.
import { randomBytes } from 'node:crypto';
import type { TestServer } from './server.ts';

const newId = () => randomBytes(8).toString('hex');

/** Invalidates the server's caches of these tables. */
export const announce = async (server: TestServer, tenantId: string, ...tables: string[]) => {
  for (const table of tables) await server.query(`select pg_notify('tessera_changes', $1)`, [`${tenantId}/${table}`]);
  // Readiness is asked on the connection that listens, so its answer comes after the notifications.
  const { status } = await fetch(`${server.origin}/health/ready`);
  if (status !== 200) throw new Error(`The server is not ready: ${status}`);
};

type NewResource = { indicator: string; scopes: string[]; accessTokenTtl?: number; isDefault?: boolean };

export const addResource = async (server: TestServer, tenantId: string, resource: NewResource) => {
  const { indicator, scopes, accessTokenTtl = 3600, isDefault = false } = resource;
  const id = newId();
  await server.query(
    `insert into resources (tenant_id, id, name, indicator, access_token_ttl, is_default) values ($1, $2, $3, $3, $4, $5)`,
    [tenantId, id, indicator, accessTokenTtl, isDefault],
  );
  await server.query(
    `insert into scopes (tenant_id, id, resource_id, name)
     select $1, substr(md5($2 || name), 1, 20), $2, name from unnest($3::text[]) as name`,
    [tenantId, id, scopes],
  );
  await announce(server, tenantId, 'resources', 'scopes');
  return id;
};

/** A role with some scopes of one resource. */
export const addRole = async (
  server: TestServer,
  tenantId: string,
  role: { type?: 'User' | 'MachineToMachine'; resourceId: string; scopes: string[] },
) => {
  const id = newId();
  await server.query(`insert into roles (tenant_id, id, name, description, type) values ($1, $2, $2, 'Role', $3)`, [
    tenantId,
    id,
    role.type ?? 'User',
  ]);
  await server.query(
    `insert into roles_scopes (tenant_id, role_id, scope_id)
     select tenant_id, $2, id from scopes where tenant_id = $1 and resource_id = $3 and name = any ($4)`,
    [tenantId, id, role.resourceId, role.scopes],
  );
  await announce(server, tenantId, 'roles', 'rolesScopes');
  return id;
};

export const giveRole = async (
  server: TestServer,
  tenantId: string,
  roleId: string,
  holder: { user?: string; application?: string },
) => {
  const [table, column] = holder.user ? ['users_roles', 'user_id'] : ['applications_roles', 'application_id'];
  await server.query(`insert into ${table} (tenant_id, ${column}, role_id) values ($1, $2, $3)`, [
    tenantId,
    holder.user ?? holder.application,
    roleId,
  ]);
  await announce(server, tenantId, holder.user ? 'usersRoles' : 'applicationsRoles');
};

export const userIdOf = async (server: TestServer, tenantId: string, username: string): Promise<string> => {
  const [row] = await server.query('select id from users where tenant_id = $1 and username = $2', [tenantId, username]);
  return String((row as { id?: string } | undefined)?.id);
};
