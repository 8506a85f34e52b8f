// Users written straight into the database, and read from it.
import type { TestServer } from './test-server.ts';

export type UserRow = Record<string, unknown> & { id: string; identities: Record<string, { userId: string }> };

/** Fields by the names of their columns. */
export const addUser = ({ query }: TestServer, fields: Record<string, unknown>) => {
  const names = Object.keys(fields);
  const places = names.map((_, at) => `$${at + 1}`);
  return query(
    `insert into users (tenant_id, ${names.join(', ')}) values ('default', ${places.join(', ')})`,
    Object.values(fields),
  );
};

/** The one user who is known there by this id. */
export const userKnownAt = async ({ query }: TestServer, target: string, identityId: string): Promise<UserRow> => {
  const rows = await query<UserRow>(`select * from users where tenant_id = 'default' and identities #>> $1 = $2`, [
    [target, 'userId'],
    identityId,
  ]);
  if (!rows[0] || rows.length > 1) throw new Error(`${rows.length} users are ${identityId} at ${target}`);
  return rows[0];
};
