// Users by their ids, as the contract describes them.
import type { User } from '@tessera/contract/users';
import type { Selectable } from 'kysely';
import type { UsersTable } from '../database/tables.gen.ts';
import type { Context } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';

/** What people look for users by. */
export const userFields = ['id', 'primaryEmail', 'primaryPhone', 'username', 'name'] as const;

/** Never says which one: whoever asks for a foreign id learns nothing from the answer. */
export const userNotFound = () => new RequestError('entity.not_found');

/** Rows are what the contract says; the database only knows them as JSON. */
export const asUser = (row: Selectable<UsersTable>): User => row as unknown as User;

export const requireUser = async ({ db }: Pick<Context, 'db'>, id: string): Promise<void> => {
  if (!(await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst())) throw userNotFound();
};

export const requireUsers = async ({ change }: Context, ids: readonly string[]): Promise<void> => {
  const tx = await change.transaction();
  const rows = await tx.selectFrom('users').select('id').where('id', 'in', ids).execute();
  if (rows.length < new Set(ids).size) throw userNotFound();
};
