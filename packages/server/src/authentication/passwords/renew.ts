// Replaces an imported hash after a successful verification.
import type { Context } from '../../context.ts';
import { touchUser } from '../../user-management/users/write-user.ts';
import { needsRehash, passwordMethod } from './hash.ts';

type Holder = { id: string; passwordEncrypted: string | null; passwordEncryptionMethod: string | null };

/**
 * Part of the request's transaction. Writes only if the hash is still the verified one, so that a concurrent password
 * change wins. Not worth a change record.
 */
export const renewPasswordHash = async (
  ctx: Pick<Context, 'change' | 'services' | 'tenantId'>,
  { id, passwordEncrypted, passwordEncryptionMethod }: Holder,
  password: string,
): Promise<void> => {
  if (passwordEncrypted === null || passwordEncryptionMethod === null) return;
  if (!needsRehash(passwordEncrypted, passwordEncryptionMethod)) return;
  const renewed = {
    passwordEncrypted: await ctx.services.passwords.hash(ctx.tenantId, password),
    passwordEncryptionMethod: passwordMethod,
  } as const;
  await touchUser(ctx, { id, passwordEncrypted }, renewed);
};
