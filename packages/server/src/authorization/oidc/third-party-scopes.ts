// The maximum scopes of a third-party application: those configured for it. They limit the user's permissions level by
// level: scopes configured for organizations do not include what the user holds outside of them.
import type { Database } from '../../infrastructure/database/tenant-database.ts';
import type { Level } from './held-scopes.ts';

export const configuredOrganizationScopes = async (db: Database, applicationId: string): Promise<Set<string>> => {
  const rows = await db
    .selectFrom('applicationUserConsentOrganizationScopes as configured')
    .innerJoin('organizationScopes', 'organizationScopes.id', 'configured.organizationScopeId')
    .select('organizationScopes.name')
    .where('configured.applicationId', '=', applicationId)
    .execute();
  return new Set(rows.map(({ name }) => name));
};

/** IDs of the configured permissions of an API. */
export const configuredScopes = async (
  db: Database,
  applicationId: string,
  resourceId: string,
): Promise<Record<Level, Set<string>>> => {
  const rows = await db
    .selectFrom('applicationUserConsentResourceScopes as configured')
    .innerJoin('scopes', 'scopes.id', 'configured.scopeId')
    .select(({ val }) => ['scopes.id', val<Level>('user').as('level')])
    .where('configured.applicationId', '=', applicationId)
    .where('scopes.resourceId', '=', resourceId)
    .union(
      db
        .selectFrom('applicationUserConsentOrganizationResourceScopes as configured')
        .innerJoin('scopes', 'scopes.id', 'configured.scopeId')
        .select(({ val }) => ['scopes.id', val<Level>('organization').as('level')])
        .where('configured.applicationId', '=', applicationId)
        .where('scopes.resourceId', '=', resourceId),
    )
    .execute();
  const at = (level: Level) => new Set(rows.filter((row) => row.level === level).map(({ id }) => id));
  return { user: at('user'), organization: at('organization') };
};
