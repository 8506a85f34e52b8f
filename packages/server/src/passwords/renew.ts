// After a password has fitted: a hash that is not of our own making is replaced by one that is.
import type { Context } from '../http/context.ts';
import { hashPassword, needsRehash, passwordMethod } from './hash.ts';

type Holder = { id: string; passwordEncrypted: string | null; passwordEncryptionMethod: string | null };

/**
 * Part of the request's transaction. Writes only while the hash is still the one that fitted: who has changed the
 * password meanwhile keeps the new one. Nobody would undo this, so there is no change record.
 */
export const renewPasswordHash = async (
  { change }: Pick<Context, 'change'>,
  { id, passwordEncrypted, passwordEncryptionMethod }: Holder,
  password: string,
): Promise<void> => {
  if (passwordEncrypted === null || passwordEncryptionMethod === null) return;
  if (!needsRehash(passwordEncrypted, passwordEncryptionMethod)) return;
  const renewed = {
    passwordEncrypted: await hashPassword(password),
    passwordEncryptionMethod: passwordMethod,
  } as const;
  await change.touch('users', { id, passwordEncrypted }, renewed);
};
