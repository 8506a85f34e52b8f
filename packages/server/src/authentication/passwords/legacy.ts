// Notation for legacy passwords: ["algorithm", ["argument", "@", …], "expected hex"], where @ stands for the password.
// Hash functions concatenate their arguments; pbkdf2 takes [salt, iterations, key length, hash function, "@"].
import { createHash, getHashes, pbkdf2Sync, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import type { HashCost } from './hash.ts';

const passwordSign = '@';
// Shorter hashes could be brute-forced.
const shortestHash = 16;
// OWASP's number for SHA-1, the highest in common use; well below a second of CPU time.
const usualRounds = 1_300_000;
const mostRounds = 3_000_000;

const notation = z.tuple([
  z.string(),
  z.array(z.union([z.string(), z.number()])),
  z.string().check(z.regex(/^(?:[0-9a-f]{2})+$/i)),
]);

type Readable = { compute: (password: string) => Buffer; expected: Buffer; cost: Exclude<HashCost, 'unreadable'> };
export type Legacy = Readable | 'unreadable' | 'unknown-algorithm';

/** The output length of a hash function, if it is fixed. */
const lengthOf = (algorithm: string): number | undefined => {
  if (!getHashes().some((name) => name.toLowerCase() === algorithm)) return undefined;
  try {
    return createHash(algorithm).digest().length;
  } catch {
    return undefined;
  }
};

const positive = (text: string | undefined, most: number): number | undefined => {
  const number = /^\d{1,9}$/.test(text ?? '') ? Number(text) : 0;
  return number >= 1 && number <= most ? number : undefined;
};

const keyDerivation = (args: string[], expected: Buffer): Legacy => {
  const [salt, iterationText, lengthText, digestName = '', sign, ...more] = args;
  const hash = digestName.toLowerCase();
  const hashLength = lengthOf(hash);
  if (!hashLength) return 'unknown-algorithm';
  const length = positive(lengthText, 128);
  const iterations = positive(iterationText, mostRounds);
  if (salt === undefined || !length || !iterations || sign !== passwordSign || more.length > 0) return 'unreadable';
  const rounds = Math.ceil(length / hashLength) * iterations;
  if (length !== expected.length || rounds > mostRounds) return 'unreadable';
  return {
    expected,
    cost: rounds <= usualRounds ? 'usual' : 'costly',
    compute: (password) => pbkdf2Sync(password, salt, iterations, length, hash),
  };
};

const hashing = (algorithm: string, args: string[], expected: Buffer): Legacy => {
  const length = lengthOf(algorithm);
  if (!length) return 'unknown-algorithm';
  // Without the password among the arguments, every password would match.
  if (length !== expected.length || !args.includes(passwordSign)) return 'unreadable';
  return {
    expected,
    cost: 'instant',
    compute: (password) => {
      const hash = createHash(algorithm);
      for (const argument of args) hash.update(argument === passwordSign ? password : argument);
      return hash.digest();
    },
  };
};

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

export const parseLegacy = (stored: string): Legacy => {
  const { success, data } = z.safeParse(notation, jsonOf(stored));
  if (!success) return 'unreadable';
  const [name, args, hex] = data;
  const algorithm = name.toLowerCase();
  const expected = Buffer.from(hex, 'hex');
  if (expected.length < shortestHash) return 'unreadable';
  return algorithm === 'pbkdf2'
    ? keyDerivation(args.map(String), expected)
    : hashing(algorithm, args.map(String), expected);
};

/** Blocks its thread while computing. */
export const verifyLegacy = (stored: string, password: string): boolean => {
  const parsed = parseLegacy(stored);
  return typeof parsed !== 'string' && timingSafeEqual(parsed.compute(password), parsed.expected);
};
