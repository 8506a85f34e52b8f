// Bcrypt hashes that were made elsewhere; we make none.
import { compare } from 'bcryptjs';

// $2a$, $2b$ and $2y$ name the same algorithm; $2x$ is one with a mistake.
const format = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/;
const cheapest = 4;
// A few seconds of one processor.
const dearest = 15;

/** A hash of this kind, which can be verified without keeping everybody else waiting. */
export const isReadableBcrypt = (stored: string): boolean => {
  const cost = Number(format.exec(stored)?.[1]);
  return cost >= cheapest && cost <= dearest;
};

export const verifyBcrypt = async (stored: string, password: string): Promise<boolean> =>
  isReadableBcrypt(stored) && compare(password, stored);
