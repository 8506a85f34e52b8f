// Which organization roles a group gives its members. Current members get or lose them at once.
import type { ScimGroupMapping } from '@tessera/contract/scim-provisioning';
import { sql } from 'kysely';
import { requireSsoConnector } from '../../authentication/sso-connectors/find.ts';
import type { Context } from '../../context.ts';
import { lockUntilCommit } from '../../infrastructure/database/lock.ts';
import type { Database } from '../../infrastructure/database/tenant-database.ts';
import { notFound, RequestError } from '../../infrastructure/http/request-error.ts';
import { random } from '../../random.ts';
import { reconcileRoles } from './group-roles.ts';
import { scimError } from './scim-error.ts';

const mostMappings = 500;

/** Newest first. */
export const mappingRows = (db: Database, ssoConnectorId: string) =>
  db
    .selectFrom('scimGroupMappings')
    .innerJoin('scimGroups', 'scimGroups.id', 'scimGroupMappings.groupId')
    .innerJoin('organizations', 'organizations.id', 'scimGroupMappings.organizationId')
    .innerJoin('organizationRoles', 'organizationRoles.id', 'scimGroupMappings.organizationRoleId')
    .select(['scimGroupMappings.id', 'scimGroupMappings.createdAt', 'scimGroupMappings.groupId'])
    .select(['scimGroups.displayName', 'scimGroups.updatedAt'])
    .select(['scimGroupMappings.organizationId', 'organizations.name as organizationName'])
    .select(['scimGroupMappings.organizationRoleId', 'organizationRoles.name as organizationRoleName'])
    .select(sql<number>`(select count(*) from scim_group_members where group_id = scim_groups.id)`.as('userCount'))
    .where('scimGroupMappings.ssoConnectorId', '=', ssoConnectorId)
    .orderBy('scimGroupMappings.createdAt', 'desc')
    .orderBy('scimGroupMappings.id');

type Row = Awaited<ReturnType<ReturnType<typeof mappingRows>['execute']>>[number];

export const asMapping = (row: Row): ScimGroupMapping => ({
  id: row.id,
  group: { id: row.groupId, displayName: row.displayName, userCount: row.userCount, updatedAt: row.updatedAt },
  organization: { id: row.organizationId, name: row.organizationName },
  organizationRole: { id: row.organizationRoleId, name: row.organizationRoleName },
  createdAt: row.createdAt,
});

const membersOf = async ({ change }: Context, groupId: string): Promise<string[]> => {
  const tx = await change.transaction();
  const rows = await tx.selectFrom('scimGroupMembers').select('userId').where('groupId', '=', groupId).execute();
  return rows.map(({ userId }) => userId);
};

type New = { groupId: string; organizationId: string; organizationRoleId: string };

/** The three exist, the group belongs to the connector, and the role is for users. */
const requireReferences = async ({ change }: Context, ssoConnectorId: string, mapping: New) => {
  const tx = await change.transaction();
  const { groupId, organizationId, organizationRoleId } = mapping;
  const group = tx.selectFrom('scimGroups').select('id').where('id', '=', groupId);
  if (!(await group.where('ssoConnectorId', '=', ssoConnectorId).forKeyShare().executeTakeFirst())) {
    throw notFound(groupId);
  }
  const organization = tx.selectFrom('organizations').select('id').where('id', '=', organizationId);
  if (!(await organization.executeTakeFirst())) throw notFound(organizationId);
  const role = await tx
    .selectFrom('organizationRoles')
    .select('type')
    .where('id', '=', organizationRoleId)
    .executeTakeFirst();
  if (!role) throw notFound(organizationRoleId);
  if (role.type !== 'User') throw new RequestError('entity.db_constraint_violated');
};

const requireRoom = async ({ change, tenantId }: Context, ssoConnectorId: string) => {
  const tx = await change.transaction();
  await lockUntilCommit(tx, 'scim-mappings', tenantId, ssoConnectorId);
  const all = tx.selectFrom('scimGroupMappings').where('ssoConnectorId', '=', ssoConnectorId);
  const { count } = await all.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
  if (count >= mostMappings) throw scimError('limit_reached', { limit: mostMappings });
};

export const createMapping = async (ctx: Context, ssoConnectorId: string, body: New): Promise<ScimGroupMapping> => {
  await requireSsoConnector(ctx, ssoConnectorId);
  await requireReferences(ctx, ssoConnectorId, body);
  await requireRoom(ctx, ssoConnectorId);
  const { id } = await ctx.change.insert('scimGroupMappings', { id: random.id(), ssoConnectorId, ...body });
  await reconcileRoles(ctx, ssoConnectorId, await membersOf(ctx, body.groupId));
  const tx = await ctx.change.transaction();
  return asMapping(
    await mappingRows(tx, ssoConnectorId).where('scimGroupMappings.id', '=', id).executeTakeFirstOrThrow(),
  );
};

export const removeMapping = async (ctx: Context, ssoConnectorId: string, mappingId: string): Promise<void> => {
  const tx = await ctx.change.transaction();
  const known = await tx
    .selectFrom('scimGroupMappings')
    .select('groupId')
    .where('id', '=', mappingId)
    .where('ssoConnectorId', '=', ssoConnectorId)
    .executeTakeFirst();
  if (!known || !(await ctx.change.remove('scimGroupMappings', { id: mappingId, ssoConnectorId }))) {
    throw notFound(mappingId);
  }
  await reconcileRoles(ctx, ssoConnectorId, await membersOf(ctx, known.groupId));
};
