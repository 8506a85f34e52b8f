// Permissions a user can grant to a third-party application: those they hold, by level, limited to what is configured
// and requested.
import type { ConsentRequest } from '@tessera/contract/consent';
import type { Database } from '../../infrastructure/database/tenant-database.ts';
import type { AskedScopes } from './asked-scopes.ts';

export type ConsentableScope = {
  /** `null`: held outside of organizations. */
  organizationId: string | null;
  resourceId: string;
  resource: string;
  indicator: string;
  id: string;
  name: string;
  description: string | null;
};
type Pair = { applicationId: string; userId: string };
type ResourceScopes = NonNullable<ConsentRequest['missingResourceScopes']>;

const columns = [
  'resources.id as resourceId',
  'resources.name as resource',
  'resources.indicator',
  'scopes.id',
  'scopes.name',
  'scopes.description',
] as const;

/** One statement for any number of organizations. */
export const consentableScopes = async (
  db: Database,
  { applicationId, userId }: Pair,
  { resources }: AskedScopes,
): Promise<ConsentableScope[]> => {
  const indicators = Object.keys(resources);
  if (indicators.length === 0) return [];
  const names = [...new Set(Object.values(resources).flat())];
  const rows = await db
    .selectFrom('usersRoles as held')
    .innerJoin('rolesScopes as given', 'given.roleId', 'held.roleId')
    .innerJoin('applicationUserConsentResourceScopes as configured', 'configured.scopeId', 'given.scopeId')
    .innerJoin('scopes', 'scopes.id', 'given.scopeId')
    .innerJoin('resources', 'resources.id', 'scopes.resourceId')
    .select(({ lit }) => [lit(null).$castTo<string | null>().as('organizationId'), ...columns])
    .where('held.userId', '=', userId)
    .where('configured.applicationId', '=', applicationId)
    .where('resources.indicator', 'in', indicators)
    .where('scopes.name', 'in', names)
    .union(
      db
        .selectFrom('organizationRoleUsers as held')
        .innerJoin('organizationRoleResourceScopes as given', 'given.organizationRoleId', 'held.organizationRoleId')
        .innerJoin(
          'applicationUserConsentOrganizationResourceScopes as configured',
          'configured.scopeId',
          'given.scopeId',
        )
        .innerJoin('scopes', 'scopes.id', 'given.scopeId')
        .innerJoin('resources', 'resources.id', 'scopes.resourceId')
        .select(['held.organizationId', ...columns])
        .where('held.userId', '=', userId)
        .where('configured.applicationId', '=', applicationId)
        .where('resources.indicator', 'in', indicators)
        .where('scopes.name', 'in', names),
    )
    .execute();
  return rows.filter(({ indicator, name }) => resources[indicator]?.includes(name));
};

/** Grouped by resource for the page. */
export const byResource = (scopes: ConsentableScope[]): ResourceScopes => {
  const groups = new Map<string, ResourceScopes[number]>();
  for (const { resourceId, resource, indicator, id, name, description } of scopes) {
    const group = groups.get(resourceId) ?? { resource: { id: resourceId, name: resource, indicator }, scopes: [] };
    group.scopes.push({ id, name, description });
    groups.set(resourceId, group);
  }
  return [...groups.values()];
};
