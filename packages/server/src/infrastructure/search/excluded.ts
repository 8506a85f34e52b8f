// Exclusions of a list: those who already have a role or belong to an organization.
import { type Expression, type SqlBool, sql } from 'kysely';
import { RequestError } from '../http/request-error.ts';

type Excluded = { excludeRoleId?: string | undefined; excludeOrganizationId?: string | undefined };
type Condition = Expression<SqlBool>;
type Holders = 'users' | 'applications';

const tables = {
  users: { roles: 'users_roles', organizations: 'organization_users', id: 'user_id' },
  applications: { roles: 'applications_roles', organizations: 'organization_applications', id: 'application_id' },
} as const;

const without = (holders: Holders, table: string, column: string, value: string): Condition => {
  const holder = sql.ref(`${table}.${tables[holders].id}`);
  return sql<SqlBool>`not exists (
    select from ${sql.table(table)} where ${holder} = ${sql.ref(`${holders}.id`)} and ${sql.ref(`${table}.${column}`)} = ${value}
  )`;
};

export const excludedHolders = (holders: Holders, query: Excluded): Condition[] => {
  const { excludeRoleId, excludeOrganizationId } = query;
  if (excludeRoleId !== undefined && excludeOrganizationId !== undefined) {
    throw new RequestError('request.invalid_input', { details: 'excludeRoleId or excludeOrganizationId, not both' });
  }
  const { roles, organizations } = tables[holders];
  if (excludeRoleId !== undefined) return [without(holders, roles, 'role_id', excludeRoleId)];
  if (excludeOrganizationId === undefined) return [];
  return [without(holders, organizations, 'organization_id', excludeOrganizationId)];
};
