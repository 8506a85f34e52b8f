// Ids and secrets, from the system's secure source.
import { randomBytes, timingSafeEqual } from 'node:crypto';

const lower = '0123456789abcdefghijklmnopqrstuvwxyz';
const mixed = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const draw = (alphabet: string, length: number): string => {
  const limit = 256 - (256 % alphabet.length);
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length * 2)) {
      // Bytes past the last whole multiple would favour the first letters.
      if (byte < limit && text.length < length) text += alphabet[byte % alphabet.length];
    }
  }
  return text;
};

export const random = {
  /** Ids of most entities. */
  id: () => draw(lower, 21),
  /** Ids of users, organizations and connectors. */
  shortId: () => draw(lower, 12),
  tenantId: () => draw(lower, 6),
  requestId: () => draw(lower, 16),
  secret: () => draw(mixed, 32),
  nonce: () => randomBytes(16).toString('base64'),
};

/** The one comparison for secrets: its time does not depend on where two values differ. */
export const sameSecret = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};
