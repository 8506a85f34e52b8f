// The caller's own row.
import type { Selectable } from 'kysely';
import type { ContextFor } from '../../context.ts';
import type { UsersTable } from '../../infrastructure/database/tables.gen.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import type { Writer } from '../users/write-rules.ts';
import { type UserPatch, type WriteOptions, writeUser } from '../users/write-user.ts';

type Ctx = ContextFor<'account'>;
export type OwnRow = Selectable<UsersTable>;

/** The user was deleted after the token was checked, so the token is invalid. */
const present = (row: OwnRow | undefined): OwnRow => {
  if (!row) throw new RequestError('auth.unauthorized');
  return row;
};

export const ownRow = async ({ db, userId }: Ctx): Promise<OwnRow> =>
  present(await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst());

export const writerOf = ({ isThirdParty, fields }: Ctx): Writer =>
  isThirdParty ? { kind: 'thirdParty' } : { kind: 'account', fields };

export const changeOwn = async (ctx: Ctx, patch: UserPatch, options?: WriteOptions): Promise<OwnRow> =>
  present(await writeUser(ctx, writerOf(ctx), ctx.userId, patch, options));
