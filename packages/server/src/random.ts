// Ids and secrets, from the system's secure source.
import { randomBytes, randomFillSync, timingSafeEqual } from 'node:crypto';

const lower = '0123456789abcdefghijklmnopqrstuvwxyz';
const mixed = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Bytes are fetched from the system a few thousand at a time: asking for each id costs more than the id. */
const createSource = (size = 4096) => {
  const bytes = Buffer.alloc(size);
  let next = size;
  return (): number => {
    if (next === size) {
      randomFillSync(bytes);
      next = 0;
    }
    const byte = bytes[next] ?? 0;
    bytes[next] = 0; // what was handed out is not kept
    next += 1;
    return byte;
  };
};
const nextByte = createSource();

const draw = (alphabet: string, length: number): string => {
  // Bytes past the last whole multiple would favour the first letters.
  const limit = 256 - (256 % alphabet.length);
  let text = '';
  while (text.length < length) {
    const byte = nextByte();
    if (byte < limit) text += alphabet[byte % alphabet.length];
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
  /** Ids of tokens. */
  tokenId: () => draw(mixed, 43),
  /** Six digits that a person types. */
  code: () => draw('0123456789', 6),
  /** Ten characters that a person has on paper. */
  backupCode: () => draw('0123456789abcdef', 10),
  /** Twenty bytes, in base 32. */
  totpSecret: () => draw('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 32),
  /** Keys, and what makes two encryptions differ. */
  bytes: (length: number) => randomBytes(length),
  /** From 0 to 1, to spread out what would happen at once. */
  share: () => nextByte() / 255,
  nonce: () => randomBytes(16).toString('base64'),
};

/** The one comparison for secrets: its time does not depend on where two values differ. */
export const sameSecret = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};
