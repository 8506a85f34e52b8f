// The custom profile fields of a tenant, in the order in which people are asked.
import type { CustomProfileField } from '@tessera/contract/custom-profile-fields';
import type { Database } from '../database/tenant-database.ts';

/** Rows are what the contract says; the database only knows them as JSON. */
export const asField = (row: object) => row as CustomProfileField;

export const listFields = async (db: Database): Promise<CustomProfileField[]> => {
  const rows = await db
    .selectFrom('customProfileFields')
    .selectAll()
    .orderBy('sieOrder')
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return rows.map(asField);
};
