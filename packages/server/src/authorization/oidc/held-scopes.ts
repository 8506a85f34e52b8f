// The permissions of a user's roles: in an API, by level, and in organizations.
import type { Database } from '../../infrastructure/database/tenant-database.ts';
import type { CountingOrganizations } from './memberships.ts';

export type Level = 'user' | 'organization';
export type HeldScope = { id: string; name: string; level: Level };

/** One statement for any number of organizations and roles. Without `counting`, those in all organizations. */
export const heldScopes = (
  db: Database,
  userId: string,
  resourceId: string,
  counting: CountingOrganizations | undefined,
): Promise<HeldScope[]> =>
  db
    .selectFrom('usersRoles')
    .innerJoin('rolesScopes', 'rolesScopes.roleId', 'usersRoles.roleId')
    .innerJoin('scopes', 'scopes.id', 'rolesScopes.scopeId')
    .select(({ val }) => ['scopes.id', 'scopes.name', val<Level>('user').as('level')])
    .where('usersRoles.userId', '=', userId)
    .where('scopes.resourceId', '=', resourceId)
    .union(
      db
        .selectFrom('organizationRoleResourceScopes as given')
        .innerJoin('scopes', 'scopes.id', 'given.scopeId')
        .select(({ val }) => ['scopes.id', 'scopes.name', val<Level>('organization').as('level')])
        .where('scopes.resourceId', '=', resourceId)
        // Each role once, even if held in several organizations.
        .where('given.organizationRoleId', 'in', (where) =>
          where
            .selectFrom('organizationRoleUsers as held')
            .select('held.organizationRoleId')
            .where('held.userId', '=', userId)
            .$if(counting !== undefined, (rest) =>
              rest.where('held.organizationId', 'in', counting as CountingOrganizations),
            ),
        ),
    )
    .execute();

/** Permissions of the organization template. */
export const heldOrganizationScopes = async (
  db: Database,
  userId: string,
  counting: CountingOrganizations,
): Promise<string[]> => {
  const rows = await db
    .selectFrom('organizationRoleUsers as held')
    .innerJoin('organizationRoleScopes as given', 'given.organizationRoleId', 'held.organizationRoleId')
    .innerJoin('organizationScopes', 'organizationScopes.id', 'given.organizationScopeId')
    .select('organizationScopes.name')
    .distinct()
    .where('held.userId', '=', userId)
    .where('held.organizationId', 'in', counting)
    .execute();
  return rows.map(({ name }) => name);
};
