// Identifiers belong to one person. Asked early for a friendly answer; the database has the last word.
import type { Identifier } from '@tessera/contract/experience';
import { sql } from 'kysely';
import type { Context } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';

export const findByIdentifier = async ({ db, services }: Context, { type, value }: Identifier) => {
  const users = db
    .selectFrom('users')
    .select(['id', 'isSuspended', 'passwordEncrypted', 'passwordEncryptionMethod', 'name', 'username']);
  // Compared as the database compares them when it keeps them unique.
  if (type === 'email') return users.where('primaryEmailKey', '=', sql<string>`lower(${value})`).executeTakeFirst();
  if (type === 'phone') return users.where('primaryPhoneKey', '=', sql<string>`phone_key(${value})`).executeTakeFirst();
  return services.settings.caseSensitiveUsername
    ? users.where('username', '=', value).executeTakeFirst()
    : // Two who differ in case alone may be there from before: each is found by their own, the older by any other.
      users
        .where('usernameKey', '=', value.toLowerCase())
        .orderBy(sql`username = ${value}`, 'desc')
        .orderBy('createdAt')
        .executeTakeFirst();
};

export const refuseTaken = async (ctx: Context, identifier: Identifier) => {
  if (await findByIdentifier(ctx, identifier)) {
    throw new RequestError(`user.${identifier.type}_already_in_use`);
  }
};
export const refuseTakenUsername = (ctx: Context, value: string) => refuseTaken(ctx, { type: 'username', value });

type Identifiers = { username?: string; primaryEmail?: string; primaryPhone?: string };

/** All that a profile would claim. */
export const refuseTakenIdentifiers = async (ctx: Context, profile: Identifiers) => {
  const { username, primaryEmail, primaryPhone } = profile;
  if (username) await refuseTaken(ctx, { type: 'username', value: username });
  if (primaryEmail) await refuseTaken(ctx, { type: 'email', value: primaryEmail });
  if (primaryPhone) await refuseTaken(ctx, { type: 'phone', value: primaryPhone });
};
