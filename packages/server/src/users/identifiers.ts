// The names and addresses that an administrator gives a user: of the right form, and nobody else's.
import { isInternationalPhone } from '@tessera/contract/phone-number';
import { findByIdentifier } from '../experience/unique-identifiers.ts';
import type { Context } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';

export type Identifiers = {
  username?: string | null | undefined;
  primaryEmail?: string | null | undefined;
  primaryPhone?: string | null | undefined;
};

/** A friendly answer before the database says the same. `userId` may keep what is theirs already. */
export const checkIdentifiers = async (ctx: Context, given: Identifiers, userId?: string): Promise<void> => {
  const { username, primaryEmail, primaryPhone } = given;
  if (primaryPhone && !isInternationalPhone(primaryPhone)) throw new RequestError('user.invalid_phone');
  const claimed = [
    { type: 'username' as const, value: username },
    { type: 'email' as const, value: primaryEmail },
    { type: 'phone' as const, value: primaryPhone },
  ];
  for (const { type, value } of claimed) {
    const owner = value ? await findByIdentifier(ctx, { type, value }) : undefined;
    if (owner && owner.id !== userId) throw new RequestError(`user.${type}_already_in_use`);
  }
};
