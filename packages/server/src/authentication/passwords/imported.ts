// Imported password hashes: validated before they are stored, so that no sign-in can never succeed or take minutes.
import { type PasswordAlgorithm, passwordAlgorithms } from '@tessera/contract/users';
import { invalidField, RequestError } from '../../infrastructure/http/request-error.ts';
import { hashCost, hexLengths } from './hash-cost.ts';
import { parseLegacy } from './legacy.ts';

export type StoredPassword = { passwordEncrypted: string; passwordEncryptionMethod: PasswordAlgorithm };

const longest = 256;
const isAlgorithm = (name: string): name is PasswordAlgorithm =>
  (passwordAlgorithms as readonly string[]).includes(name);

const legacy = (digest: string): string => {
  const parsed = parseLegacy(digest);
  if (parsed === 'unknown-algorithm') throw new RequestError('password.unsupported_legacy_hash_algorithm');
  if (parsed === 'unreadable') throw new RequestError('password.invalid_legacy_password_format');
  return digest;
};

/** Rejects hashes above the accepted cost; see hash-cost.ts. */
const refuseCostly = (algorithm: PasswordAlgorithm, digest: string) => {
  const cost = digest.length > longest ? 'unreadable' : hashCost(algorithm, digest);
  if (cost === 'unreadable') throw invalidField(['passwordDigest'], 'not_a_hash');
  if (cost === 'costly') throw invalidField(['passwordDigest'], 'costly_hash');
};

/** The stored form of an imported password; throws if it is invalid. */
export const importedPassword = (algorithm: string, digest: string): StoredPassword => {
  if (!isAlgorithm(algorithm)) throw new RequestError('password.unsupported_encryption_method');
  if (algorithm === 'Legacy') {
    if (digest.length > longest) throw new RequestError('password.invalid_legacy_password_format');
    legacy(digest);
  }
  refuseCostly(algorithm, digest);
  return {
    passwordEncrypted: algorithm in hexLengths ? digest.toLowerCase() : digest,
    passwordEncryptionMethod: algorithm,
  };
};
