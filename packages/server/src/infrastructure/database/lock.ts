// A named lock until the end of the transaction. Take it before counting: the second of two concurrent requests then
// counts what the first has written.
import { sql } from 'kysely';
import type { Database } from './tenant-database.ts';

export const lockUntilCommit = async (tx: Database, ...name: string[]): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext(${name.join('/')}))`.execute(tx);
};
