// Passwords in a notation for whatever another system did: ["algorithm", ["argument", "@", …], "expected hex"], where
// @ stands for the password. Hash functions take their arguments one after the other; pbkdf2 takes
// [salt, iterations, key length, hash function, "@"].
import { createHash, getHashes, pbkdf2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import * as z from 'zod/mini';

const passwordSign = '@';
// Fewer bits could be found by trying.
const shortestHash = 16;
// About two seconds of one processor.
const mostRounds = 3_000_000;

const notation = z.tuple([
  z.string(),
  z.array(z.union([z.string(), z.number()])),
  z.string().check(z.regex(/^(?:[0-9a-f]{2})+$/i)),
]);

type Compute = (password: string) => Promise<Buffer> | Buffer;
export type Legacy = { compute: Compute; expected: Buffer } | 'unreadable' | 'unknown-algorithm';

/** Length of what a hash function makes, for those that make the same length always. */
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

const derived = promisify(pbkdf2);
const keyDerivation = (args: string[], expected: Buffer): Legacy => {
  const [salt, iterationText, lengthText, digestName = '', sign, ...more] = args;
  const hash = digestName.toLowerCase();
  const hashLength = lengthOf(hash);
  if (!hashLength) return 'unknown-algorithm';
  const length = positive(lengthText, 128);
  const iterations = positive(iterationText, mostRounds);
  if (salt === undefined || !length || !iterations || sign !== passwordSign || more.length > 0) return 'unreadable';
  if (length !== expected.length || Math.ceil(length / hashLength) * iterations > mostRounds) return 'unreadable';
  return { expected, compute: (password) => derived(password, salt, iterations, length, hash) };
};

const hashing = (algorithm: string, args: string[], expected: Buffer): Legacy => {
  const length = lengthOf(algorithm);
  if (!length) return 'unknown-algorithm';
  // Without the password among the arguments, every password would fit.
  if (length !== expected.length || !args.includes(passwordSign)) return 'unreadable';
  return {
    expected,
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

export const verifyLegacy = async (stored: string, password: string): Promise<boolean> => {
  const parsed = parseLegacy(stored);
  return typeof parsed !== 'string' && timingSafeEqual(await parsed.compute(password), parsed.expected);
};
