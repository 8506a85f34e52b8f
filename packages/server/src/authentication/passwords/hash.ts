// Our own password hashes: Argon2id with one set of parameters, computed off the main thread. Imported hashes are
// verified (foreign-hash.ts) and replaced on first use (renew.ts).
import { hash, type Options, type ParsedHashOptions, parseOptions, verify } from '@node-rs/argon2';

/**
 * `instant`: not worth a thread. `usual`: common defaults. `costly`: no longer accepted, but some are stored.
 * `unreadable`: invalid, or beyond all limits.
 */
export type HashCost = 'instant' | 'usual' | 'costly' | 'unreadable';

export const passwordMethod = 'Argon2id' as const;

const argon2id = 2;
const version19 = 1;
// OWASP's first choice: 19 MiB, two passes, one lane.
export const parameters = {
  algorithm: argon2id,
  version: version19,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
  outputLen: 32,
} as const satisfies Options;

export const hashPassword = (password: string): Promise<string> => hash(password, parameters);

/** Whether `password` matches `stored`, a hash made by `hashPassword`. */
export const verifyOwnHash = (stored: string, password: string): Promise<boolean> => verify(stored, password);

/** Whether a verified hash should be replaced. */
export function needsRehash(stored: string, method: string): boolean {
  const made = method === passwordMethod ? parseArgon2(stored) : undefined;
  const names = Object.keys(parameters) as (keyof typeof parameters)[];
  return made === undefined || names.some((name) => made[name] !== parameters[name]);
}

// The hash of a long random text that was not kept.
export const nobody =
  '$argon2id$v=19$m=19456,t=2,p=1$Hu7nvA3sm3GLdRT7XjYU9g$Vn2ORofSVGk1bviaxF49tXLwCSzkmmDr2BA9wKEIfV4';

export function parseArgon2(stored: string): ParsedHashOptions | undefined {
  try {
    return parseOptions(stored);
  } catch {
    return undefined;
  }
}
