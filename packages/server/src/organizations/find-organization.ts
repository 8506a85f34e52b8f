// An organization by its id, and organizations with the roles that somebody holds in them.
import type { Organization } from '@tessera/contract/organizations';
import type { Selectable } from 'kysely';
import type { OrganizationsTable } from '../database/tables.gen.ts';
import type { Context } from '../http/context.ts';
import { notFound } from '../http/request-error.ts';

/** Rows are what the contract says; the database only knows them as JSON. */
export const asOrganization = (row: Selectable<OrganizationsTable>): Organization => row as unknown as Organization;

export const findOrganization = async ({ db }: Pick<Context, 'db'>, id: string): Promise<Organization> => {
  const row = await db.selectFrom('organizations').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound(id);
  return asOrganization(row);
};
