// Whether a password is somebody's, whatever the format of their hash. Who has none costs as much time.
import { verifyNothing, verifyPasswordHash } from './hash.ts';

type WithPassword = {
  passwordEncrypted: string | null;
  passwordEncryptionMethod: Parameters<typeof verifyPasswordHash>[1] | null;
};

export const passwordFits = async (
  { passwordEncrypted, passwordEncryptionMethod }: WithPassword,
  password: string,
): Promise<boolean> => {
  if (passwordEncrypted !== null && passwordEncryptionMethod !== null) {
    return verifyPasswordHash(passwordEncrypted, passwordEncryptionMethod, password);
  }
  await verifyNothing(password);
  return false;
};
