// Users inserted into and read from the database.
import { randomBytes } from 'node:crypto';
import type { TestServer } from './test-server.ts';

export type UserRow = Record<string, unknown> & { id: string; identities: Record<string, { userId: string }> };

/** Fields by column name. */
export const addUser = ({ query }: TestServer, fields: Record<string, unknown>) => {
  const names = Object.keys(fields);
  const places = names.map((_, at) => `$${at + 1}`);
  return query(
    `insert into users (tenant_id, ${names.join(', ')}) values ('default', ${places.join(', ')})`,
    Object.values(fields),
  );
};

/** The only user with this external identity. */
export const userKnownAt = async ({ query }: TestServer, target: string, identityId: string): Promise<UserRow> => {
  const rows = await query<UserRow>(`select * from users where tenant_id = 'default' and identities #>> $1 = $2`, [
    [target, 'userId'],
    identityId,
  ]);
  if (!rows[0] || rows.length > 1) throw new Error(`${rows.length} users are ${identityId} at ${target}`);
  return rows[0];
};

/** A browser remembered for this user. Returns its ID. */
export const addDevice = async ({ query }: TestServer, userId: string): Promise<string> => {
  const id = randomBytes(8).toString('hex');
  await query(
    `insert into remembered_devices (tenant_id, id, user_id, secret, expires_at)
     values ('default', $1, $2, $3, now() + interval '30 days')`,
    [id, userId, randomBytes(32).toString('hex')],
  );
  return id;
};
