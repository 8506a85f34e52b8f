// Compares a password with a user's hash in any format. Users without a password cost the same time.
import type { Context } from '../../context.ts';

type WithPassword = { passwordEncrypted: string | null; passwordEncryptionMethod: string | null };

export const passwordFits = async (
  { services: { passwords }, tenantId }: Pick<Context, 'services' | 'tenantId'>,
  { passwordEncrypted, passwordEncryptionMethod }: WithPassword,
  password: string,
): Promise<boolean> => {
  if (passwordEncrypted !== null && passwordEncryptionMethod !== null) {
    return passwords.verify(tenantId, passwordEncrypted, passwordEncryptionMethod, password);
  }
  return passwords.verifyNothing(tenantId, password);
};
