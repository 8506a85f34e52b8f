// Verifies imported hashes. Blocks its thread while computing, so all but the instant ones belong into a worker
// (foreign-hash.worker.ts). The cost of the hash was checked before.
import { createHash, timingSafeEqual } from 'node:crypto';
import { verifySync } from '@node-rs/argon2';
import { verifyBcrypt } from './bcrypt.ts';
import { verifyLegacy } from './legacy.ts';

export type ForeignHash = { stored: string; method: string; password: string };

export const verifyForeignHash = ({ stored, method, password }: ForeignHash): boolean => {
  switch (method) {
    case 'Argon2id':
    case 'Argon2i':
    case 'Argon2d':
      return verifySync(stored, password);
    case 'MD5':
    case 'SHA1':
    case 'SHA256':
      return timingSafeEqual(createHash(method).update(password).digest(), Buffer.from(stored, 'hex'));
    case 'Bcrypt':
      return verifyBcrypt(stored, password);
    case 'Legacy':
      return verifyLegacy(stored, password);
    default:
      return false;
  }
};
