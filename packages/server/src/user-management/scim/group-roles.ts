// Gives users the organization roles of their groups, and takes away those that no group gives any more. Roles and
// memberships from elsewhere stay: only what a group gave is taken away.
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { lockUntilCommit } from '../../infrastructure/database/lock.ts';
import type { Transaction } from '../../infrastructure/database/tenant-database.ts';

type Ctx = Pick<Context, 'change' | 'tenantId'>;
type Role = { userId: string; organizationId: string; organizationRoleId: string };
type Membership = { userId: string; organizationId: string };

const roleKey = ({ userId, organizationId, organizationRoleId }: Role) =>
  `${userId}/${organizationId}/${organizationRoleId}`;
const memberKey = ({ userId, organizationId }: Membership) => `${userId}/${organizationId}`;

const without = <T>(rows: readonly T[], others: readonly T[], keyOf: (row: T) => string): T[] => {
  const known = new Set(others.map(keyOf));
  return rows.filter((row) => !known.has(keyOf(row)));
};
const distinct = <T>(rows: readonly T[], keyOf: (row: T) => string): T[] => [
  ...new Map(rows.map((row) => [keyOf(row), row])).values(),
];

const among = (userIds: readonly string[]) => sql<boolean>`user_id = any (${userIds}::text[])`;

const rolesOfGroups = async (tx: Transaction, ssoConnectorId: string, userIds: readonly string[]) =>
  (
    await sql<Role>`
      select distinct member.user_id, mapping.organization_id, mapping.organization_role_id
      from scim_group_members as member
      join scim_group_mappings as mapping on mapping.group_id = member.group_id
      join organization_roles as role on role.id = mapping.organization_role_id and role.type = 'User'
      join scim_users as one on one.user_id = member.user_id
      join users on users.id = one.user_id
      left join scim_settings as settings on settings.sso_connector_id = one.sso_connector_id
      where member.user_id = any (${userIds}::text[]) and mapping.sso_connector_id = ${ssoConnectorId}
        and (one.active or (users.is_suspended and settings.deactivation is distinct from 'leaveOrganizations'))
      order by 1, 2, 3`.execute(tx)
  ).rows;

const grantedRoles = (tx: Transaction, userIds: readonly string[]): Promise<Role[]> =>
  tx
    .selectFrom('scimRoleGrants')
    .select(['userId', 'organizationId', 'organizationRoleId'])
    .where(among(userIds))
    .execute();

const addRoles = async ({ change }: Ctx, tx: Transaction, roles: Role[]) => {
  const userIds = [...new Set(roles.map(({ userId }) => userId))];
  const held = await tx
    .selectFrom('organizationRoleUsers')
    .select(['userId', 'organizationId', 'organizationRoleId'])
    .where(among(userIds))
    .execute();
  const members = await tx
    .selectFrom('organizationUsers')
    .select(['userId', 'organizationId'])
    .where(among(userIds))
    .execute();
  const wanted = distinct(
    roles.map(({ userId, organizationId }) => ({ userId, organizationId })),
    memberKey,
  );
  const joining = without(wanted, members, memberKey);
  await change.insertMissing('organizationUsers', joining, ['organizationId', 'userId']);
  await change.insertMissing('scimMemberships', joining, ['organizationId', 'userId']);
  const missing = without(roles, held, roleKey);
  const key = ['organizationId', 'organizationRoleId', 'userId'];
  await change.insertMissing('organizationRoleUsers', missing, key);
  await change.insertMissing('scimRoleGrants', missing, key);
};

/** Memberships that a group gave end with the last role. */
const leaveOrganizations = async ({ change }: Ctx, tx: Transaction, userIds: readonly string[]) => {
  const { rows } = await sql<Membership>`
    select given.user_id, given.organization_id from scim_memberships as given
    where given.user_id = any (${userIds}::text[]) and not exists (
      select from organization_role_users as held
      where held.organization_id = given.organization_id and held.user_id = given.user_id)`.execute(tx);
  for (const [organizationId, members] of Map.groupBy(rows, (row) => row.organizationId)) {
    const ids = members.map(({ userId }) => userId);
    await change.removeAll('organizationUsers', { organizationId }, 'userId', ids);
  }
};

const removeRoles = async (ctx: Ctx, tx: Transaction, roles: Role[]) => {
  const byRole = Map.groupBy(
    roles,
    ({ organizationId, organizationRoleId }) => `${organizationId}/${organizationRoleId}`,
  );
  for (const rows of byRole.values()) {
    const { organizationId = '', organizationRoleId = '' } = rows[0] ?? {};
    const ids = rows.map(({ userId }) => userId);
    await ctx.change.removeAll('organizationRoleUsers', { organizationId, organizationRoleId }, 'userId', ids);
  }
  await leaveOrganizations(ctx, tx, [...new Set(roles.map(({ userId }) => userId))]);
};

export const reconcileRoles = async (ctx: Ctx, ssoConnectorId: string, userIds: readonly string[]): Promise<void> => {
  if (userIds.length === 0) return;
  const tx = await ctx.change.transaction();
  // One change of groups at a time: two of them could each rely on a role that the other takes away.
  await lockUntilCommit(tx, 'scim-roles', ctx.tenantId, ssoConnectorId);
  const wanted = await rolesOfGroups(tx, ssoConnectorId, userIds);
  const granted = await grantedRoles(tx, userIds);
  const [added, removed] = [without(wanted, granted, roleKey), without(granted, wanted, roleKey)];
  if (added.length > 0) await addRoles(ctx, tx, added);
  if (removed.length > 0) await removeRoles(ctx, tx, removed);
};

/** After a connector was deleted with its users and groups: takes away what the groups gave. */
export const reconcileUnmanaged = async (ctx: Ctx, ssoConnectorId: string): Promise<void> => {
  const tx = await ctx.change.transaction();
  // Found only now: requests that were under way have committed, since the deletion waited for their rows.
  const { rows } = await sql<{ userId: string }>`
    select distinct given.user_id from scim_role_grants as given
    where not exists (select from scim_users as one where one.user_id = given.user_id)`.execute(tx);
  const userIds = rows.map(({ userId }) => userId);
  await reconcileRoles(ctx, ssoConnectorId, userIds);
};
