// Finds an organization by ID, and organizations with the roles held in them.
import type { Organization } from '@tessera/contract/organizations';
import type { Selectable } from 'kysely';
import type { Context } from '../../context.ts';
import type { OrganizationsTable } from '../../infrastructure/database/tables.gen.ts';
import { notFound } from '../../infrastructure/http/request-error.ts';

/** Rows match the contract; the table types only know JSON. */
export const asOrganization = (row: Selectable<OrganizationsTable>): Organization => row as unknown as Organization;

export const findOrganization = async ({ db }: Pick<Context, 'db'>, id: string): Promise<Organization> => {
  const row = await db.selectFrom('organizations').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound(id);
  return asOrganization(row);
};
