// Verifies imported bcrypt hashes; we create none.
import { verifySync } from '@node-rs/bcrypt';
import type { HashCost } from './hash.ts';

// $2a$, $2b$ and $2y$ are the same algorithm; $2x$ is a buggy one.
const format = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/;
const cheapest = 4;
// About a third of a second of CPU time.
const usual = 12;
const dearest = 15;

export const bcryptCost = (stored: string): HashCost => {
  const cost = Number(format.exec(stored)?.[1]);
  if (!(cost >= cheapest && cost <= dearest)) return 'unreadable';
  return cost <= usual ? 'usual' : 'costly';
};

/** Blocks its thread while computing. */
export const verifyBcrypt = (stored: string, password: string): boolean => verifySync(password, stored);
