// Finds users by ID, in the contract's format.
import { type User, user } from '@tessera/contract/users';
import { type Selectable, sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { UsersTable } from '../../infrastructure/database/tables.gen.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import type { Keys } from '../../infrastructure/search/search.ts';
import { canonicalPhone } from './phone-number.ts';
import { type UserPatch, type WriteOptions, writeUser } from './write-user.ts';

export type UserRow = Selectable<UsersTable>;

/** The searchable fields of users. */
export const userFields = ['id', 'primaryEmail', 'primaryPhone', 'username', 'name'] as const;

export const userKeys: Keys = {
  primaryEmail: (value) => sql`primary_email_key = lower(${value})`,
  primaryPhone: (value) => sql`primary_phone_key = phone_key(${canonicalPhone(value)})`,
  username: (value) => sql`username_key = lower(${value})`,
};

/** The contract's fields; lists read no other columns. */
export const userColumns = Object.keys(user.shape) as (keyof typeof user.shape)[];

/** Doesn't name the ID, so that a foreign ID reveals nothing. */
export const userNotFound = () => new RequestError('entity.not_found');

/** Rows match the contract; the table types only know JSON. */
export const asUser = (row: Pick<UserRow, keyof User>): User => row as unknown as User;
export const withPassword = (row: UserRow) => ({ ...asUser(row), hasPassword: row.passwordEncrypted !== null });

const present = (row: UserRow | undefined): UserRow => {
  if (!row) throw userNotFound();
  return row;
};

export const findUser = async ({ db }: Pick<Context, 'db'>, id: string): Promise<UserRow> =>
  present(await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst());

/** For administrators. */
export const changeUser = async (
  ctx: Pick<Context, 'change' | 'services' | 'tenantId'>,
  id: string,
  patch: UserPatch,
  options?: WriteOptions,
): Promise<UserRow> => present(await writeUser(ctx, { kind: 'administrator' }, id, patch, options));

export const requireUser = async ({ db }: Pick<Context, 'db'>, id: string): Promise<void> => {
  if (!(await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst())) throw userNotFound();
};

export const requireUsers = async ({ change }: Context, ids: readonly string[]): Promise<void> => {
  const tx = await change.transaction();
  const rows = await tx.selectFrom('users').select('id').where('id', 'in', ids).execute();
  if (rows.length < new Set(ids).size) throw userNotFound();
};
