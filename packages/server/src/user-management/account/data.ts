// Exports and deletes one's own account, if the tenant allows it and after verification.
import type { OwnData } from '@tessera/contract/account-data';
import { sql } from 'kysely';
import { listedFactors } from '../../authentication/mfa/listed-factors.ts';
import { listDevices } from '../../authentication/remembered-devices/remembered-devices.ts';
import type { ContextFor } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { isAdminTenant } from '../../infrastructure/http/resolve-request.ts';
import { withPassword } from '../users/find-user.ts';
import { listGrants } from '../users/grants.ts';
import { deleteUser } from '../users/remove.ts';
import { listSessions } from '../users/sessions.ts';
import { ssoIdentitiesOf } from '../users/sso-identities.ts';
import { ownRow } from './own-row.ts';
import { requireScopes, requireVerified } from './permissions.ts';

type Ctx = ContextFor<'account'>;

const mostEvents = 1000;
/** An export contains every field, so a token with fewer scopes must not get it. */
const everyScope = ['profile', 'email', 'phone', 'address', 'custom_data', 'identities'];

const rolesOf = ({ db, userId }: Ctx) =>
  db
    .selectFrom('usersRoles')
    .innerJoin('roles', 'roles.id', 'usersRoles.roleId')
    .select(['roles.id', 'roles.name', 'roles.description'])
    .where('usersRoles.userId', '=', userId)
    .orderBy('roles.name')
    .execute();

const organizationsOf = async ({ db, userId }: Ctx): Promise<OwnData['organizations']> => {
  const organizations = await db
    .selectFrom('organizationUsers')
    .innerJoin('organizations', 'organizations.id', 'organizationUsers.organizationId')
    .select(['organizations.id', 'organizations.name'])
    .where('organizationUsers.userId', '=', userId)
    .orderBy('organizations.name')
    .execute();
  const roles = await db
    .selectFrom('organizationRoleUsers')
    .innerJoin('organizationRoles', 'organizationRoles.id', 'organizationRoleUsers.organizationRoleId')
    .select(['organizationRoleUsers.organizationId', 'organizationRoles.id', 'organizationRoles.name'])
    .where('organizationRoleUsers.userId', '=', userId)
    .orderBy('organizationRoles.name')
    .execute();
  return organizations.map((organization) => ({
    ...organization,
    roles: roles
      .filter(({ organizationId }) => organizationId === organization.id)
      .map(({ id, name }) => ({ id, name })),
  }));
};

const tokensOf = ({ db, userId }: Ctx) =>
  db
    .selectFrom('personalAccessTokens')
    .select(['name', 'createdAt', 'expiresAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute();

const uploadsOf = ({ db, userId }: Ctx) =>
  db
    .selectFrom('userAssets')
    .select(['id', 'name', 'mimeType', 'size', 'url', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute();

const eventsOf = ({ db, userId }: Ctx) =>
  db
    .selectFrom('logs')
    .select(['key', 'createdAt', 'result', 'applicationId', 'ip'])
    .select(sql<string | null>`payload ->> 'userAgent'`.as('userAgent'))
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(mostEvents)
    .execute();

const exportData = async (ctx: Ctx): Promise<OwnData> => {
  await requireVerified(ctx);
  const { allowsExport } = await ctx.services.accountCenters.of(ctx.tenantId);
  if (!allowsExport) throw new RequestError('account_center.export_not_enabled');
  requireScopes(ctx, ...everyScope);
  const { userId, applicationId } = ctx;
  const data: OwnData = {
    exportedAt: ctx.services.clock.now(),
    user: withPassword(await ownRow(ctx)),
    ssoIdentities: await ssoIdentitiesOf(ctx.db, userId),
    mfaFactors: await listedFactors(ctx, userId),
    roles: await rolesOf(ctx),
    organizations: await organizationsOf(ctx),
    personalAccessTokens: await tokensOf(ctx),
    uploads: await uploadsOf(ctx),
    sessions: await listSessions(ctx, userId),
    rememberedDevices: await listDevices(ctx, userId),
    grants: await listGrants(ctx, userId),
    events: await eventsOf(ctx),
  };
  ctx.audit('ExportOwnData', { result: 'Success', userId, applicationId });
  return data;
};

/** Console users can own tenants, so they delete their account in the console. */
const removeAccount = async (ctx: Ctx): Promise<void> => {
  await requireVerified(ctx);
  const { allowsDeletion } = await ctx.services.accountCenters.of(ctx.tenantId);
  if (!allowsDeletion || isAdminTenant(ctx.tenantId)) throw new RequestError('account_center.deletion_not_enabled');
  await deleteUser(ctx, ctx.userId);
};

export const dataHandlers = { exportData, remove: removeAccount };
