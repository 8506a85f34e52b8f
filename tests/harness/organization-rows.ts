// Organizations, their template and members, inserted directly into the database.
import { randomBytes } from 'node:crypto';
import type { TestServer } from './server.ts';

const newId = () => randomBytes(6).toString('hex');

export const addOrganization = async (
  server: TestServer,
  tenantId: string,
  organization: { id?: string; name: string; isMfaRequired?: boolean },
): Promise<string> => {
  const id = organization.id ?? newId();
  await server.query('insert into organizations (tenant_id, id, name, is_mfa_required) values ($1, $2, $3, $4)', [
    tenantId,
    id,
    organization.name,
    organization.isMfaRequired ?? false,
  ]);
  return id;
};

/** Permissions of the template; each uses its name as its ID. */
export const addOrganizationScopes = (server: TestServer, tenantId: string, names: string[]) =>
  server.query(
    'insert into organization_scopes (tenant_id, id, name) select $1, name, name from unnest($2::text[]) as name',
    [tenantId, names],
  );

export const addOrganizationRole = async (
  server: TestServer,
  tenantId: string,
  role: { id?: string; type?: 'User' | 'MachineToMachine'; scopes?: string[]; resourceScopeIds?: string[] },
): Promise<string> => {
  const id = role.id ?? newId();
  await server.query('insert into organization_roles (tenant_id, id, name, type) values ($1, $2, $2, $3)', [
    tenantId,
    id,
    role.type ?? 'User',
  ]);
  await server.query(
    `insert into organization_role_scopes (tenant_id, organization_role_id, organization_scope_id)
     select $1, $2, name from unnest($3::text[]) as name`,
    [tenantId, id, role.scopes ?? []],
  );
  await server.query(
    `insert into organization_role_resource_scopes (tenant_id, organization_role_id, scope_id)
     select $1, $2, id from unnest($3::text[]) as id`,
    [tenantId, id, role.resourceScopeIds ?? []],
  );
  return id;
};

export const joinOrganization = async (
  server: TestServer,
  tenantId: string,
  organizationId: string,
  member: { user?: string; application?: string; roles?: string[] },
) => {
  const kind = member.user ? 'user' : 'application';
  const who = member.user ?? member.application;
  await server.query(
    `insert into organization_${kind}s (tenant_id, organization_id, ${kind}_id) values ($1, $2, $3)
     on conflict do nothing`,
    [tenantId, organizationId, who],
  );
  await server.query(
    `insert into organization_role_${kind}s (tenant_id, organization_id, ${kind}_id, organization_role_id)
     select $1, $2, $3, role from unnest($4::text[]) as role`,
    [tenantId, organizationId, who, member.roles ?? []],
  );
};

export const scopeIds = async (
  server: TestServer,
  tenantId: string,
  resourceId: string,
  names: string[],
): Promise<string[]> => {
  const rows = await server.query<{ id: string }>(
    'select id from scopes where tenant_id = $1 and resource_id = $2 and name = any ($3) order by name',
    [tenantId, resourceId, names],
  );
  return rows.map(({ id }) => id);
};
