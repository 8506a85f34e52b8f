// Counts the rows of a query, at most as many as lists count.
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../infrastructure/database/tenant-database.ts';
import { countLimit } from '../../infrastructure/http/paging.ts';

export const countRows = async (db: Database, query: RawBuilder<unknown>): Promise<number> => {
  const limited = sql`select count(*) from (${query} limit ${countLimit}) as counted`;
  const { rows } = await sql<{ count: number }>`${limited}`.execute(db);
  return rows[0]?.count ?? 0;
};
