// What an application of somebody else may ask for at most: the scopes that were configured for it. A user's own
// permissions reach such an application only as far as this list goes.
import type { Wire } from '@tessera/contract/wire';
import type { Database } from '../database/tenant-database.ts';

const ofOrganizations = async (db: Database, applicationId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('applicationUserConsentOrganizationScopes as configured')
    .innerJoin('organizationScopes', 'organizationScopes.id', 'configured.organizationScopeId')
    .select('organizationScopes.name')
    .where('configured.applicationId', '=', applicationId)
    .execute();
  return rows.map(({ name }) => name);
};

const ofResource = async (db: Database, applicationId: string, indicator: string): Promise<string[]> => {
  const scopeIds = db
    .selectFrom('applicationUserConsentResourceScopes')
    .select('scopeId')
    .where('applicationId', '=', applicationId)
    .union(
      db
        .selectFrom('applicationUserConsentOrganizationResourceScopes')
        .select('scopeId')
        .where('applicationId', '=', applicationId),
    );
  const rows = await db
    .selectFrom('scopes')
    .innerJoin('resources', 'resources.id', 'scopes.resourceId')
    .select('scopes.name')
    .where('resources.indicator', '=', indicator)
    .where('scopes.id', 'in', scopeIds)
    .execute();
  return rows.map(({ name }) => name);
};

export const configuredScopes = async (
  db: Database,
  wire: Wire,
  applicationId: string,
  indicator: string,
): Promise<Set<string>> =>
  new Set(
    indicator === wire.organizationsResource
      ? await ofOrganizations(db, applicationId)
      : await ofResource(db, applicationId, indicator),
  );
