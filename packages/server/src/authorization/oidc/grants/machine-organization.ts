// Organization tokens of a machine-to-machine application: for organizations it was added to, with its roles there.
import { errors } from 'oidc-provider';
import type { Database } from '../../../infrastructure/database/tenant-database.ts';
import { forbidden } from './organization.ts';

/** The requested organization; rejected unless the application was added to it. */
export const organizationOfMachine = async (
  db: Database,
  applicationId: string,
  organizationId: unknown,
): Promise<string | undefined> => {
  if (typeof organizationId !== 'string' || organizationId === '') return undefined;
  const added = await db
    .selectFrom('organizationApplications')
    .select('organizationId')
    .where('organizationId', '=', organizationId)
    .where('applicationId', '=', applicationId)
    .executeTakeFirst();
  if (!added) throw forbidden(new errors.AccessDenied('app has not associated with the organization'));
  return organizationId;
};

/** The permissions in the organization itself. */
export const organizationScopesOfMachine = async (
  db: Database,
  applicationId: string,
  organizationId: string,
): Promise<string[]> => {
  const rows = await db
    .selectFrom('organizationRoleApplications as held')
    .innerJoin('organizationRoleScopes as given', 'given.organizationRoleId', 'held.organizationRoleId')
    .innerJoin('organizationScopes', 'organizationScopes.id', 'given.organizationScopeId')
    .select('organizationScopes.name')
    .distinct()
    .where('held.organizationId', '=', organizationId)
    .where('held.applicationId', '=', applicationId)
    .execute();
  return rows.map(({ name }) => name);
};
