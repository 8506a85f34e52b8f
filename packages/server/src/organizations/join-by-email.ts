// Who registers with an address of a domain that organizations have named joins them, with the roles they give.
import type { Context } from '../http/context.ts';

export const joinByEmail = async ({ change }: Context, userId: string, email: string) => {
  const domain = email.toLowerCase().split('@').at(-1) ?? '';
  const tx = await change.transaction();
  const organizations = await tx
    .selectFrom('organizationJitEmailDomains')
    .select('organizationId')
    .where('emailDomainKey', '=', domain)
    .execute();
  if (organizations.length === 0) return;
  const ids = organizations.map(({ organizationId }) => organizationId);
  await change.insertMissing(
    'organizationUsers',
    ids.map((organizationId) => ({ organizationId, userId })),
    ['organizationId', 'userId'],
  );
  const roles = await tx
    .selectFrom('organizationJitRoles')
    .select(['organizationId', 'organizationRoleId'])
    .where('organizationId', 'in', ids)
    .execute();
  await change.insertMissing(
    'organizationRoleUsers',
    roles.map((role) => ({ ...role, userId })),
    ['organizationId', 'organizationRoleId', 'userId'],
  );
};
