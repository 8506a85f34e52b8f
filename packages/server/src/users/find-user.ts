// Users by their ids, as the contract describes them.
import type { User } from '@tessera/contract/users';
import { type Selectable, sql } from 'kysely';
import type { UsersTable } from '../database/tables.gen.ts';
import type { Context } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';
import type { Keys } from '../search/search.ts';

export type UserRow = Selectable<UsersTable>;

/** What people look for users by. */
export const userFields = ['id', 'primaryEmail', 'primaryPhone', 'username', 'name'] as const;

export const userKeys: Keys = {
  primaryEmail: (value) => sql`primary_email_key = lower(${value})`,
  primaryPhone: (value) => sql`primary_phone_key = phone_key(${value})`,
  username: (value) => sql`username_key = lower(${value})`,
};

/** Never says which one: whoever asks for a foreign id learns nothing from the answer. */
export const userNotFound = () => new RequestError('entity.not_found');

/** Rows are what the contract says; the database only knows them as JSON. */
export const asUser = (row: UserRow): User => row as unknown as User;
export const withPassword = (row: UserRow) => ({ ...asUser(row), hasPassword: row.passwordEncrypted !== null });

const present = (row: UserRow | undefined): UserRow => {
  if (!row) throw userNotFound();
  return row;
};

export const findUser = async ({ db }: Pick<Context, 'db'>, id: string): Promise<UserRow> =>
  present(await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst());

/** Locked until the change is done, so that of two changes at once neither loses what the other wrote. */
export const lockUser = async ({ change }: Pick<Context, 'change'>, id: string): Promise<UserRow> => {
  const tx = await change.transaction();
  return present(await tx.selectFrom('users').selectAll().where('id', '=', id).forUpdate().executeTakeFirst());
};

export const changeUser = async (
  { change }: Pick<Context, 'change'>,
  id: string,
  patch: Parameters<typeof change.update<'users'>>[2],
): Promise<UserRow> => present(await change.update('users', { id }, patch));

export const requireUser = async ({ db }: Pick<Context, 'db'>, id: string): Promise<void> => {
  if (!(await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst())) throw userNotFound();
};

export const requireUsers = async ({ change }: Context, ids: readonly string[]): Promise<void> => {
  const tx = await change.transaction();
  const rows = await tx.selectFrom('users').select('id').where('id', 'in', ids).execute();
  if (rows.length < new Set(ids).size) throw userNotFound();
};
