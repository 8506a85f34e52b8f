// Joins organizations just in time: by email domain, by enterprise SSO connector, or by one-time token. New members get
// the organization's just-in-time roles.
import type { Change } from '../../infrastructure/database/change.ts';

type Changing = { change: Change };

/** Organizations deleted in the meantime are skipped. */
export const joinOrganizations = async ({ change }: Changing, userId: string, wanted: readonly string[]) => {
  if (wanted.length === 0) return;
  const tx = await change.transaction();
  const organizations = await tx.selectFrom('organizations').select('id').where('id', 'in', wanted).execute();
  const ids = organizations.map(({ id }) => id);
  if (ids.length === 0) return;
  const held = await tx
    .selectFrom('organizationUsers')
    .select('organizationId')
    .where('userId', '=', userId)
    .where('organizationId', 'in', ids)
    .execute();
  const joined = ids.filter((id) => !held.some(({ organizationId }) => organizationId === id));
  if (joined.length === 0) return;
  await change.insertMissing(
    'organizationUsers',
    joined.map((organizationId) => ({ organizationId, userId })),
    ['organizationId', 'userId'],
  );
  const roles = await tx
    .selectFrom('organizationJitRoles')
    .select(['organizationId', 'organizationRoleId'])
    .where('organizationId', 'in', joined)
    .execute();
  await change.insertMissing(
    'organizationRoleUsers',
    roles.map((role) => ({ ...role, userId })),
    ['organizationId', 'organizationRoleId', 'userId'],
  );
};

export const joinByEmail = async (ctx: Changing, userId: string, email: string) => {
  const domain = email.toLowerCase().split('@').at(-1) ?? '';
  const tx = await ctx.change.transaction();
  const rows = await tx
    .selectFrom('organizationJitEmailDomains')
    .select('organizationId')
    .where('emailDomainKey', '=', domain)
    .execute();
  await joinOrganizations(
    ctx,
    userId,
    rows.map(({ organizationId }) => organizationId),
  );
};

export const joinBySso = async (ctx: Changing, userId: string, ssoConnectorId: string) => {
  const tx = await ctx.change.transaction();
  const rows = await tx
    .selectFrom('organizationJitSsoConnectors')
    .select('organizationId')
    .where('ssoConnectorId', '=', ssoConnectorId)
    .execute();
  await joinOrganizations(
    ctx,
    userId,
    rows.map(({ organizationId }) => organizationId),
  );
};
