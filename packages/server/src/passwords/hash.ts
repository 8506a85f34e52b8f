// Password hashes: Argon2id with one set of parameters, computed off the main thread. Those of other systems are
// verified, and replaced by one of ours when they are first used (renew.ts).
import { createHash, timingSafeEqual } from 'node:crypto';
import { hash, type Options, type ParsedHashOptions, parseOptions, verify } from '@node-rs/argon2';
import { verifyBcrypt } from './bcrypt.ts';
import { verifyLegacy } from './legacy.ts';

export const passwordMethod = 'Argon2id';
/** Hash functions that are no password hashes: what they stored is the hex of the plain password's hash. */
export const hexLengths = { MD5: 32, SHA1: 40, SHA256: 64 } as const;

const argon2id = 2;
const version19 = 1;
// OWASP's first choice: 19 MiB, two passes, one lane.
const parameters = {
  algorithm: argon2id,
  version: version19,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
  outputLen: 32,
} as const satisfies Options;

export const hashPassword = (password: string): Promise<string> => hash(password, parameters);

/**
 * Whether `password` is the one behind `stored`. A hash we cannot read, or a method we do not know, fits nothing. A wrong
 * password takes at least as long as it takes with one of our own hashes, so that a quick answer tells nothing.
 */
export async function verifyPasswordHash(stored: string, method: string, password: string): Promise<boolean> {
  const fits = await compare(stored, method, password);
  return fits || (needsRehash(stored, method) ? verifyNothing(password) : false);
}

async function compare(stored: string, method: string, password: string): Promise<boolean> {
  switch (method) {
    case 'Argon2id':
    case 'Argon2i':
    case 'Argon2d':
      return isReadableArgon2(method, stored) && (await verify(stored, password));
    case 'MD5':
    case 'SHA1':
    case 'SHA256': {
      const expected = Buffer.from(stored, 'hex');
      const actual = createHash(method).update(password).digest();
      return expected.length === actual.length && timingSafeEqual(actual, expected);
    }
    case 'Bcrypt':
      return verifyBcrypt(stored, password);
    case 'Legacy':
      return verifyLegacy(stored, password);
    default:
      return false;
  }
}

/** Whether a hash that was just verified should be replaced by a fresh one. */
export function needsRehash(stored: string, method: string): boolean {
  const made = method === passwordMethod ? parse(stored) : undefined;
  const names = Object.keys(parameters) as (keyof typeof parameters)[];
  return made === undefined || names.some((name) => made[name] !== parameters[name]);
}

// The hash of a long random text that nobody kept.
const nobody = '$argon2id$v=19$m=19456,t=2,p=1$Hu7nvA3sm3GLdRT7XjYU9g$Vn2ORofSVGk1bviaxF49tXLwCSzkmmDr2BA9wKEIfV4';

/** For accounts that do not exist: takes as long as a real verification and always fails. */
export async function verifyNothing(password: string): Promise<false> {
  await verifyPasswordHash(nobody, passwordMethod, password);
  return false;
}

function parse(stored: string): ParsedHashOptions | undefined {
  try {
    return parseOptions(stored);
  } catch {
    return undefined;
  }
}

/** A hash of just this kind, which can be verified without taking the memory of the machine. */
export const isReadableArgon2 = (method: string, stored: string): boolean =>
  stored.startsWith(`$${method.toLowerCase()}$`) && isAffordable(parse(stored));

// Imported hashes bring their own parameters; without a limit one sign-in could take the memory of the machine.
const isAffordable = (made: ParsedHashOptions | undefined): boolean =>
  made !== undefined && made.memoryCost <= 262_144 && made.timeCost <= 16 && made.parallelism <= 16;
