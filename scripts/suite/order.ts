// The order of test files: by path, or shuffled by a seed to find files that depend on their neighbors.
import { createHash } from 'node:crypto';

export const shuffleVariable = 'TEST_SHUFFLE';

/** It mostly waits, for over a minute, so it runs beside others instead of after them. */
const first = 'scripts/suite/suite.test.mjs';

const rank = (seed: string, path: string) => createHash('sha256').update(`${seed} ${path}`).digest('hex');

export const orderFiles = (paths: string[], seed = process.env[shuffleVariable]): string[] => {
  const key = (path: string) => (seed ? rank(seed, path) : path === first ? '' : path);
  return paths.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
};
