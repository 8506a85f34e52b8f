// Deletes a tenant's expired rows from all tables in one statement, so that a pass over thousands of idle tenants stays
// cheap.
import type { Databases } from '../database/tenant-database.ts';
import { retention } from './retention.ts';

/** Limit per table and statement, so that locks are short. */
const batch = 5_000;

const deletions = Object.entries(retention).flatMap(([table, rule]) => ('expired' in rule ? [{ table, ...rule }] : []));

const statement = {
  name: 'housekeeping-delete-expired',
  text: `with ${deletions
    .map(
      ({ table, expired }) => `${table}_gone as (
        delete from ${table} where ctid in (select ctid from ${table} as candidate where ${expired} limit ${batch})
        returning 1
      )`,
    )
    .join(', ')}
    select greatest(${deletions.map(({ table }) => `(select count(*) from ${table}_gone)`).join(', ')})::int as most`,
};

/** `false`: there is more to delete. */
export const deleteExpired = async (databases: Databases, tenantId: string): Promise<boolean> => {
  const [row] = await databases.run<{ most: number }>(tenantId, statement, []);
  return (row?.most ?? 0) < batch;
};
