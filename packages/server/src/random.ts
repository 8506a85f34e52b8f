// IDs and secrets from the system's secure random source.
import { randomBytes, randomFillSync, timingSafeEqual } from 'node:crypto';

const lower = '0123456789abcdefghijklmnopqrstuvwxyz';
const mixed = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Random bytes are fetched in bulk, since a system call per ID costs more than the ID. */
const createSource = (size = 4096) => {
  const bytes = Buffer.alloc(size);
  let next = size;
  return (): number => {
    if (next === size) {
      randomFillSync(bytes);
      next = 0;
    }
    const byte = bytes[next] ?? 0;
    bytes[next] = 0; // used bytes are not kept
    next += 1;
    return byte;
  };
};
const nextByte = createSource();

const draw = (alphabet: string, length: number): string => {
  // Bytes past the last whole multiple would bias towards the first letters.
  const limit = 256 - (256 % alphabet.length);
  let text = '';
  while (text.length < length) {
    const byte = nextByte();
    if (byte < limit) text += alphabet[byte % alphabet.length];
  }
  return text;
};

export const random = {
  /** IDs of most entities. */
  id: () => draw(lower, 21),
  /** IDs of users, organizations and connectors. */
  shortId: () => draw(lower, 12),
  tenantId: () => draw(lower, 6),
  requestId: () => draw(lower, 16),
  secret: () => draw(mixed, 32),
  /** IDs of tokens. */
  tokenId: () => draw(mixed, 43),
  /** A six-digit verification code. */
  code: () => draw('0123456789', 6),
  /** A ten-character backup code. */
  backupCode: () => draw('0123456789abcdef', 10),
  /** Twenty bytes in base 32. */
  totpSecret: () => draw('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 32),
  /** Keys and initialization vectors. */
  bytes: (length: number) => randomBytes(length),
  /** From 0 to 1, for jitter. */
  share: () => nextByte() / 255,
  nonce: () => randomBytes(16).toString('base64'),
};

/** The only comparison of secrets, in constant time. */
export const sameSecret = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};
