// Password hashes that come from another system: looked at before they are kept.
import { type PasswordAlgorithm, passwordAlgorithms } from '@tessera/contract/users';
import { RequestError } from '../http/request-error.ts';

export type StoredPassword = { passwordEncrypted: string; passwordEncryptionMethod: PasswordAlgorithm };

const isAlgorithm = (name: string): name is PasswordAlgorithm =>
  (passwordAlgorithms as readonly string[]).includes(name);

/** What is stored of an imported password; throws what is wrong with it. */
export const importedPassword = (algorithm: string, digest: string): StoredPassword => {
  if (!isAlgorithm(algorithm)) throw new RequestError('password.unsupported_encryption_method');
  return { passwordEncrypted: digest, passwordEncryptionMethod: algorithm };
};
