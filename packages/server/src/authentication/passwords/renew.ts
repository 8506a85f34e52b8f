// Replaces an imported hash after a successful verification.
import type { Context } from '../../context.ts';
import { touchUser } from '../../user-management/users/write-user.ts';
import { needsRehash, passwordMethod } from './hash.ts';

type Holder = { id: string; passwordEncrypted: string | null; passwordEncryptionMethod: string | null };

/**
 * Part of the request's transaction. Writes only if the hash is still the verified one, so that a concurrent password
 * change wins. Not worth a change record. Returns the user with their new hash.
 */
export const renewPasswordHash = async <T extends Holder>(
  ctx: Pick<Context, 'change' | 'services' | 'tenantId'>,
  user: T,
  password: string,
): Promise<T> => {
  const { id, passwordEncrypted, passwordEncryptionMethod } = user;
  if (passwordEncrypted === null || passwordEncryptionMethod === null) return user;
  if (!needsRehash(passwordEncrypted, passwordEncryptionMethod)) return user;
  const renewed = {
    passwordEncrypted: await ctx.services.passwords.hash(ctx.tenantId, password),
    passwordEncryptionMethod: passwordMethod,
  } as const;
  await touchUser(ctx, { id, passwordEncrypted }, renewed);
  return { ...user, ...renewed };
};
