// Password hashes: Argon2id with one set of parameters, computed off the main thread.
import { hash, type Options, type ParsedHashOptions, parseOptions, verify } from '@node-rs/argon2';

export const passwordMethod = 'Argon2id';

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

/** Whether `password` is the one behind `stored`. A hash we cannot read, or a method we do not know, fits nothing. */
export async function verifyPasswordHash(stored: string, method: string, password: string): Promise<boolean> {
  switch (method) {
    case 'Argon2id':
    case 'Argon2i':
    case 'Argon2d':
      return isAffordable(parse(stored)) && (await verify(stored, password));
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

// Imported hashes bring their own parameters; without a limit one sign-in could take the memory of the machine.
const isAffordable = (made: ParsedHashOptions | undefined): boolean =>
  made !== undefined && made.memoryCost <= 262_144 && made.timeCost <= 16 && made.parallelism <= 16;
