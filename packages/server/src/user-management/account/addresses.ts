// Addresses of an account, compared as in the database.
import type { Address } from '@tessera/contract/experience';
import { type SqlBool, sql } from 'kysely';
import { findByIdentifier } from '../../authentication/experience/unique-identifiers.ts';
import type { Context, ContextFor } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';

type Ctx = ContextFor<'account'>;

export const isOwnAddress = async ({ db, userId }: Ctx, { type, value }: Address): Promise<boolean> => {
  const same =
    type === 'email'
      ? sql<SqlBool>`primary_email_key = lower(${value})`
      : sql<SqlBool>`primary_phone_key = phone_key(${value})`;
  const row = await db.selectFrom('users').select('id').where('id', '=', userId).where(same).executeTakeFirst();
  return row !== undefined;
};

/** Gives a helpful error before the unique index rejects it. */
export const refuseTakenByOthers = async (
  ctx: Context & { userId: string },
  identifier: Parameters<typeof findByIdentifier>[1],
): Promise<void> => {
  const owner = await findByIdentifier(ctx, identifier);
  if (owner && owner.id !== ctx.userId) throw new RequestError(`user.${identifier.type}_already_in_use`);
};
