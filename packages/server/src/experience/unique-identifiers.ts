// Identifiers belong to one person. Asked early for a friendly answer; the database has the last word.
import type { Identifier } from '@tessera/contract/experience';
import type { Context } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';

export const findByIdentifier = async ({ db, services }: Context, { type, value }: Identifier) => {
  const users = db
    .selectFrom('users')
    .select(['id', 'isSuspended', 'passwordEncrypted', 'passwordEncryptionMethod', 'name', 'username']);
  if (type === 'email') return users.where('primaryEmailKey', '=', value.toLowerCase()).executeTakeFirst();
  if (type === 'phone') return users.where('primaryPhone', '=', value).executeTakeFirst();
  return services.settings.caseSensitiveUsername
    ? users.where('username', '=', value).executeTakeFirst()
    : users.where('usernameKey', '=', value.toLowerCase()).executeTakeFirst();
};

export const refuseTakenUsername = async (ctx: Context, username: string) => {
  if (await findByIdentifier(ctx, { type: 'username', value: username })) {
    throw new RequestError('user.username_already_in_use');
  }
};
