// Roles of members, read for a whole page at once.
import type { Named } from '@tessera/contract/organization-template';
import type { Context } from '../../context.ts';

type Held = { of: string; id: string; name: string };

const grouped = (rows: Held[]): Map<string, Named[]> =>
  new Map([...Map.groupBy(rows, ({ of }) => of)].map(([of, held]) => [of, held.map(({ id, name }) => ({ id, name }))]));

/** By user ID. */
export const rolesOfUsers = async ({ db }: Context, organizationId: string, userIds: string[]) => {
  if (userIds.length === 0) return grouped([]);
  return grouped(
    await db
      .selectFrom('organizationRoleUsers as held')
      .innerJoin('organizationRoles as role', 'role.id', 'held.organizationRoleId')
      .select(['held.userId as of', 'role.id', 'role.name'])
      .where('held.organizationId', '=', organizationId)
      .where('held.userId', 'in', userIds)
      .orderBy('role.name')
      .execute(),
  );
};

/** By application ID. */
export const rolesOfApplications = async ({ db }: Context, organizationId: string, applicationIds: string[]) => {
  if (applicationIds.length === 0) return grouped([]);
  return grouped(
    await db
      .selectFrom('organizationRoleApplications as held')
      .innerJoin('organizationRoles as role', 'role.id', 'held.organizationRoleId')
      .select(['held.applicationId as of', 'role.id', 'role.name'])
      .where('held.organizationId', '=', organizationId)
      .where('held.applicationId', 'in', applicationIds)
      .orderBy('role.name')
      .execute(),
  );
};

/** By organization ID. */
export const rolesInOrganizations = async (
  { db }: Context,
  holder: { userId: string } | { applicationId: string },
  organizationIds: string[],
) => {
  if (organizationIds.length === 0) return grouped([]);
  const rows =
    'userId' in holder
      ? await db
          .selectFrom('organizationRoleUsers as held')
          .innerJoin('organizationRoles as role', 'role.id', 'held.organizationRoleId')
          .select(['held.organizationId as of', 'role.id', 'role.name'])
          .where('held.userId', '=', holder.userId)
          .where('held.organizationId', 'in', organizationIds)
          .orderBy('role.name')
          .execute()
      : await db
          .selectFrom('organizationRoleApplications as held')
          .innerJoin('organizationRoles as role', 'role.id', 'held.organizationRoleId')
          .select(['held.organizationId as of', 'role.id', 'role.name'])
          .where('held.applicationId', '=', holder.applicationId)
          .where('held.organizationId', 'in', organizationIds)
          .orderBy('role.name')
          .execute();
  return grouped(rows);
};
