// Management API access: which entities have a Management API scope, and whether a caller may grant or read them. Such
// access includes every permission in the tenant, so only callers with `manage:tenant` may grant it.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Table } from '../../infrastructure/database/change.ts';
import type { Database, Databases, Statement } from '../../infrastructure/database/tenant-database.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { isAdminTenant } from '../../infrastructure/http/resolve-request.ts';
import { lacksRequiredMfa } from '../oidc/memberships.ts';

type Tenant = Pick<Context, 'services' | 'tenantId'>;

/** Condition on `resources`. The admin tenant has the Management APIs of all tenants. */
export const isManagementResource = ({ services, tenantId }: Tenant): RawBuilder<SqlBool> =>
  isAdminTenant(tenantId)
    ? sql<SqlBool>`resources.indicator like ${services.wire.managementResource('%')}`
    : sql<SqlBool>`resources.indicator = ${services.wire.managementResource(tenantId)}`;

const holders = (tenant: Tenant) => {
  const scope = sql`select scopes.id from scopes join resources on resources.id = scopes.resource_id
    where ${isManagementResource(tenant)}`;
  const role = sql`select role_id from roles_scopes where scope_id in (${scope})`;
  const organizationRole = sql`select organization_role_id from organization_role_resource_scopes
    where scope_id in (${scope})`;
  const application = sql`select application_id from applications_roles where role_id in (${role})
    union select application_id from organization_role_applications
    where organization_role_id in (${organizationRole})`;
  const organization = sql`select organization_id from organization_role_applications
    where organization_role_id in (${organizationRole})`;
  const ssoConnector = sql`select sso_connector_id from scim_group_mappings
    where organization_role_id in (${organizationRole})`;
  return { scope, role, organizationRole, application, organization, ssoConnector };
};
type Kind = keyof ReturnType<typeof holders>;

/** Whether a role of the application includes access to this Management API. */
export const machineAccess = async (db: Database, indicator: string, applicationId: string): Promise<boolean> => {
  const held = sql`select scopes.id from scopes join resources on resources.id = scopes.resource_id
    where resources.indicator = ${indicator} and scopes.name = 'all' and (
      scopes.id in (select scope_id from roles_scopes
        where role_id in (select role_id from applications_roles where application_id = ${applicationId}))
      or scopes.id in (select scope_id from organization_role_resource_scopes
        where organization_role_id in (
          select organization_role_id from organization_role_applications where application_id = ${applicationId})))`;
  return (await held.execute(db)).rows.length > 0;
};

// Prepared, since every call with a user's token asks.
const activeUserAccess: Statement = {
  name: 'active-user-access',
  text: `select exists (
      select from scopes join resources on resources.id = scopes.resource_id
      where resources.indicator = $2 and scopes.name = 'all' and (
        scopes.id in (select scope_id from roles_scopes
          where role_id in (select role_id from users_roles where user_id = $1))
        or scopes.id in (select scope_id from organization_role_resource_scopes
          where organization_role_id in (
            select organization_role_id from organization_role_users
            join organizations on organizations.id = organization_id
            where user_id = $1 and not (${lacksRequiredMfa}))))
    ) as held
    from users where id = $1 and not is_suspended`,
};

/** The same for an active user; `undefined` if there is none. */
export const userAccess = async (
  databases: Databases,
  tenantId: string,
  userId: string,
  indicator: string,
): Promise<boolean | undefined> => {
  const [row] = await databases.run<{ held: boolean }>(tenantId, activeUserAccess, [userId, indicator]);
  return row?.held;
};

const anyHolds = async (tenant: Tenant, db: Database, kind: Kind, ids: readonly string[]): Promise<boolean> => {
  const held = sql<{ id: string }>`select held.id from unnest(${ids}::text[]) as held (id)
    where held.id in (${holders(tenant)[kind]}) limit 1`;
  return (await held.execute(db)).rows.length > 0;
};

/**
 * Rows of these tables grant access, or are a credential of an application with access or of an identity provider whose
 * groups give it; the column names the referenced entity.
 */
const grants: Partial<Record<Table, { column: string; kind: Kind } | undefined>> = {
  rolesScopes: { column: 'scopeId', kind: 'scope' },
  organizationRoleResourceScopes: { column: 'scopeId', kind: 'scope' },
  applicationsRoles: { column: 'roleId', kind: 'role' },
  usersRoles: { column: 'roleId', kind: 'role' },
  organizationRoleApplications: { column: 'organizationRoleId', kind: 'organizationRole' },
  organizationRoleUsers: { column: 'organizationRoleId', kind: 'organizationRole' },
  applicationSecrets: { column: 'applicationId', kind: 'application' },
  scimGroupMappings: { column: 'organizationRoleId', kind: 'organizationRole' },
  scimTokens: { column: 'ssoConnectorId', kind: 'ssoConnector' },
};

/** Removing these rows revokes access. A secret or token may be removed, since that reveals nothing. */
const removals: typeof grants = {
  ...grants,
  applicationSecrets: undefined,
  scimTokens: undefined,
  roles: { column: 'id', kind: 'role' },
  organizationRoles: { column: 'id', kind: 'organizationRole' },
  // With their roles there.
  organizations: { column: 'id', kind: 'organization' },
  organizationApplications: { column: 'applicationId', kind: 'application' },
};

type Caller = Tenant & Pick<Context, 'caller'>;

const mayGive = ({ caller }: Caller) => caller.scopes.has('manage:tenant');

/** The secret of an application with Management API access is equivalent to that access. */
export const mayReadSecrets = async (ctx: Caller & Pick<Context, 'db'>, applicationId: string): Promise<boolean> =>
  mayGive(ctx) || !(await anyHolds(ctx, ctx.db, 'application', [applicationId]));

/** Called for all rows that a tenant member writes or removes, in every operation. */
export const requireMayWrite = async (
  ctx: Caller,
  db: Database,
  table: Table,
  rows: readonly Record<string, unknown>[],
  how: 'written' | 'removed',
): Promise<void> => {
  const grant = (how === 'written' ? grants : removals)[table];
  if (!grant || mayGive(ctx)) return;
  const ids = rows.map((row) => String(row[grant.column]));
  if (await anyHolds(ctx, db, grant.kind, ids)) throw new RequestError('auth.permission_missing');
};
