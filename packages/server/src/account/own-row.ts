// The row of the person who calls.
import type { Selectable } from 'kysely';
import type { UsersTable } from '../database/tables.gen.ts';
import type { ContextFor } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';

type Ctx = ContextFor<'account'>;
export type OwnRow = Selectable<UsersTable>;

/** Deleted since the token was looked at: the token is worth nothing any more. */
const present = (row: OwnRow | undefined): OwnRow => {
  if (!row) throw new RequestError('auth.unauthorized');
  return row;
};

export const ownRow = async ({ db, userId }: Ctx): Promise<OwnRow> =>
  present(await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst());

/** Locked until the change is done, so that of two changes at once neither loses what the other wrote. */
export const lockedRow = async ({ change, userId }: Ctx): Promise<OwnRow> => {
  const tx = await change.transaction();
  return present(await tx.selectFrom('users').selectAll().where('id', '=', userId).forUpdate().executeTakeFirst());
};

export const changeOwn = async (
  { change, userId }: Ctx,
  patch: Parameters<typeof change.update<'users'>>[2],
): Promise<OwnRow> => present(await change.update('users', { id: userId }, patch));
