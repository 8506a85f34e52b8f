// The addresses of an account, compared as the database compares them.
import type { Address } from '@tessera/contract/experience';
import { type SqlBool, sql } from 'kysely';
import { findByIdentifier } from '../experience/unique-identifiers.ts';
import type { ContextFor } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';

type Ctx = ContextFor<'account'>;

export const isOwnAddress = async ({ db, userId }: Ctx, { type, value }: Address): Promise<boolean> => {
  const same =
    type === 'email'
      ? sql<SqlBool>`primary_email_key = lower(${value})`
      : sql<SqlBool>`primary_phone_key = phone_key(${value})`;
  const row = await db.selectFrom('users').select('id').where('id', '=', userId).where(same).executeTakeFirst();
  return row !== undefined;
};

export const sameAddress = (one: Address, other: Address): boolean =>
  one.type === other.type && one.value.toLowerCase() === other.value.toLowerCase();

/** A friendly answer before the database says the same. */
export const refuseTakenByOthers = async (
  ctx: Ctx,
  identifier: Parameters<typeof findByIdentifier>[1],
): Promise<void> => {
  const owner = await findByIdentifier(ctx, identifier);
  if (owner && owner.id !== ctx.userId) throw new RequestError(`user.${identifier.type}_already_in_use`);
};
