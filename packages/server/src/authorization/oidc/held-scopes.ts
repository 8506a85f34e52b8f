// The permissions of a user's roles: in an API, by level, and in organizations.
import type { Database } from '../../infrastructure/database/tenant-database.ts';

export type Level = 'user' | 'organization';
export type HeldScope = { id: string; name: string; level: Level };
type InOrganizations = {
  /** Only permissions held there; otherwise in all of the user's organizations. */
  organizationId?: string | undefined;
  /** Only organizations the user has granted to this application. */
  openedTo?: string | undefined;
};

/** One statement for any number of organizations and roles. */
export const heldScopes = (
  db: Database,
  userId: string,
  resourceId: string,
  { organizationId, openedTo }: InOrganizations = {},
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
            .$if(organizationId !== undefined, (rest) => rest.where('held.organizationId', '=', organizationId ?? ''))
            .$if(openedTo !== undefined, (rest) =>
              rest.where('held.organizationId', 'in', (inner) =>
                inner
                  .selectFrom('applicationUserConsentOrganizations as opened')
                  .select('opened.organizationId')
                  .where('opened.applicationId', '=', openedTo ?? '')
                  .where('opened.userId', '=', userId),
              ),
            ),
        ),
    )
    .execute();

/** Permissions of the organization template, in one organization or any of the user's. */
export const heldOrganizationScopes = async (
  db: Database,
  userId: string,
  organizationId: string | undefined,
): Promise<string[]> => {
  const rows = await db
    .selectFrom('organizationRoleUsers as held')
    .innerJoin('organizationRoleScopes as given', 'given.organizationRoleId', 'held.organizationRoleId')
    .innerJoin('organizationScopes', 'organizationScopes.id', 'given.organizationScopeId')
    .select('organizationScopes.name')
    .distinct()
    .where('held.userId', '=', userId)
    .$if(organizationId !== undefined, (rest) => rest.where('held.organizationId', '=', organizationId ?? ''))
    .execute();
  return rows.map(({ name }) => name);
};
