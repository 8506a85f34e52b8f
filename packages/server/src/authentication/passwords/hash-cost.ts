// The cost of verifying an imported hash. It brings its own parameters, and without a limit one sign-in could exhaust
// the machine's memory.
import { bcryptCost } from './bcrypt.ts';
import { type HashCost, parameters, parseArgon2 } from './hash.ts';
import { parseLegacy } from './legacy.ts';

/** Plain hash functions: the stored value is the hex digest of the password. */
export const hexLengths = { MD5: 32, SHA1: 40, SHA256: 64 } as const;

const isHexMethod = (method: string): method is keyof typeof hexLengths => Object.hasOwn(hexLengths, method);

// Eight times ours: enough for the defaults of PHP (64 MiB, 4 passes) and RFC 9106 (64 MiB, 3 passes, 4 lanes).
const usualWork = 8 * parameters.memoryCost * parameters.timeCost;
const usualMemory = 65_536;

const argon2Cost = (method: string, stored: string): HashCost => {
  const made = stored.startsWith(`$${method.toLowerCase()}$`) ? parseArgon2(stored) : undefined;
  if (!made || made.memoryCost > 262_144 || made.timeCost > 16 || made.parallelism > 16) return 'unreadable';
  const { memoryCost, timeCost, parallelism } = made;
  const isUsual = memoryCost <= usualMemory && memoryCost * timeCost <= usualWork && parallelism <= 4;
  return isUsual ? 'usual' : 'costly';
};

const legacyCost = (stored: string): HashCost => {
  const parsed = parseLegacy(stored);
  return typeof parsed === 'string' ? 'unreadable' : parsed.cost;
};

export const hashCost = (method: string, stored: string): HashCost => {
  if (method === 'Argon2id' || method === 'Argon2i' || method === 'Argon2d') return argon2Cost(method, stored);
  if (method === 'Bcrypt') return bcryptCost(stored);
  if (method === 'Legacy') return legacyCost(stored);
  if (!isHexMethod(method)) return 'unreadable';
  return stored.length === hexLengths[method] && /^[0-9a-f]+$/i.test(stored) ? 'instant' : 'unreadable';
};
