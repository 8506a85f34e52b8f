// Validates identifiers set by an administrator: format and uniqueness.

import { findByIdentifier } from '../../authentication/experience/unique-identifiers.ts';
import type { Context } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { normalizePhone } from './phone-number.ts';

export type Identifiers = {
  username?: string | null | undefined;
  primaryEmail?: string | null | undefined;
  primaryPhone?: string | null | undefined;
};

const withPhone = <T extends Identifiers>(given: T): T => {
  if (!given.primaryPhone) return given;
  const primaryPhone = normalizePhone(given.primaryPhone);
  if (!primaryPhone) throw new RequestError('user.invalid_phone');
  return { ...given, primaryPhone };
};

/**
 * The normalized identifiers. Gives a helpful error before the unique index rejects them: the code is that of the first
 * taken one, `data.issues` lists all. `userId` may keep their own.
 */
export const checkIdentifiers = async <T extends Identifiers>(ctx: Context, given: T, userId?: string): Promise<T> => {
  const columns = withPhone(given);
  const claimed = [
    { type: 'username', column: 'username', value: columns.username },
    { type: 'email', column: 'primaryEmail', value: columns.primaryEmail },
    { type: 'phone', column: 'primaryPhone', value: columns.primaryPhone },
  ] as const;
  const taken: (typeof claimed)[number][] = [];
  for (const identifier of claimed) {
    const { type, value } = identifier;
    const owner = value ? await findByIdentifier(ctx, { type, value }) : undefined;
    if (owner && owner.id !== userId) taken.push(identifier);
  }
  if (!taken[0]) return columns;
  const issues = taken.map(({ type, column }) => ({
    code: 'custom' as const,
    path: [column],
    key: `${type}_taken` as const,
  }));
  throw new RequestError(`user.${taken[0].type}_already_in_use`, { fields: { part: 'body', issues } });
};
