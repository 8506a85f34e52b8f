// Custom profile fields of a tenant, in display order.
import type { CustomProfileField } from '@tessera/contract/custom-profile-fields';
import type { Database } from '../../infrastructure/database/tenant-database.ts';

/** Rows match the contract; the table types only know JSON. */
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
