// Identifiers are unique. Checked early for a helpful error; the unique index has the last word.
import type { Identifier } from '@tessera/contract/experience';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';

type Ctx = Pick<Context, 'db'> & { services: Pick<Context['services'], 'settings'> };

export const findByIdentifier = async ({ db, services }: Ctx, { type, value }: Identifier) => {
  const users = db
    .selectFrom('users')
    .select(['id', 'isSuspended', 'passwordEncrypted', 'passwordEncryptionMethod', 'name', 'username'])
    .select(['primaryEmailVerified', 'primaryPhoneVerified']);
  // Compared like the unique indexes.
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

export const refuseTaken = async (ctx: Ctx, identifier: Identifier) => {
  if (await findByIdentifier(ctx, identifier)) {
    throw new RequestError(`user.${identifier.type}_already_in_use`);
  }
};
export const refuseTakenUsername = (ctx: Context, value: string) => refuseTaken(ctx, { type: 'username', value });

type Identifiers = { username?: string; primaryEmail?: string; primaryPhone?: string };

/** All identifiers of a profile. */
export const refuseTakenIdentifiers = async (ctx: Ctx, profile: Identifiers) => {
  const { username, primaryEmail, primaryPhone } = profile;
  if (username) await refuseTaken(ctx, { type: 'username', value: username });
  if (primaryEmail) await refuseTaken(ctx, { type: 'email', value: primaryEmail });
  if (primaryPhone) await refuseTaken(ctx, { type: 'phone', value: primaryPhone });
};
