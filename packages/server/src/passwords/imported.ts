// Password hashes that come from another system: read before they are kept, so that nobody stands before a sign-in
// that can never succeed, or that takes minutes.
import { type PasswordAlgorithm, passwordAlgorithms } from '@tessera/contract/users';
import { RequestError } from '../http/request-error.ts';
import { isReadableBcrypt } from './bcrypt.ts';
import { hexLengths, isReadableArgon2 } from './hash.ts';
import { parseLegacy } from './legacy.ts';

export type StoredPassword = { passwordEncrypted: string; passwordEncryptionMethod: PasswordAlgorithm };

const longest = 256;
const isAlgorithm = (name: string): name is PasswordAlgorithm =>
  (passwordAlgorithms as readonly string[]).includes(name);

const refused = () => {
  const message = 'This is no hash of the named algorithm, or verifying it would take too much time or memory';
  return new RequestError('guard.invalid_input', {
    data: { part: 'body', issues: [{ code: 'custom', path: ['passwordDigest'], message }] },
    details: `passwordDigest: ${message}`,
  });
};

const legacy = (digest: string): string => {
  const parsed = parseLegacy(digest);
  if (parsed === 'unknown-algorithm') throw new RequestError('password.unsupported_legacy_hash_algorithm');
  if (parsed === 'unreadable') throw new RequestError('password.invalid_legacy_password_format');
  return digest;
};

const readable = (method: PasswordAlgorithm, digest: string): boolean => {
  if (method === 'Argon2i' || method === 'Argon2id' || method === 'Argon2d') return isReadableArgon2(method, digest);
  if (method === 'Bcrypt') return isReadableBcrypt(digest);
  return method !== 'Legacy' && digest.length === hexLengths[method] && /^[0-9a-f]+$/i.test(digest);
};

/** What is stored of an imported password; throws what is wrong with it. */
export const importedPassword = (algorithm: string, digest: string): StoredPassword => {
  if (!isAlgorithm(algorithm)) throw new RequestError('password.unsupported_encryption_method');
  if (algorithm === 'Legacy') {
    if (digest.length > longest) throw new RequestError('password.invalid_legacy_password_format');
    return { passwordEncrypted: legacy(digest), passwordEncryptionMethod: algorithm };
  }
  if (digest.length > longest || !readable(algorithm, digest)) throw refused();
  return {
    passwordEncrypted: algorithm in hexLengths ? digest.toLowerCase() : digest,
    passwordEncryptionMethod: algorithm,
  };
};
