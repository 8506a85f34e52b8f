// Verifies bcrypt hashes that were made elsewhere; we make none. Computed in short slices, so that others get their
// turn in between.
import { timingSafeEqual } from 'node:crypto';
import { setImmediate as othersTurn } from 'node:timers/promises';

// $2a$, $2b$ and $2y$ name the same algorithm; $2x$ is one with a mistake.
const format = /^\$2[aby]\$(\d\d)\$([./A-Za-z0-9]{22})([./A-Za-z0-9]{31})$/;
const alphabet = './ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const cheapest = 4;
// A few seconds of one processor.
const dearest = 15;
const sliceMs = 4;

type Parts = { cost: number; salt: Uint8Array; expected: Uint8Array };

const decoded = (text: string, length: number): Uint8Array => {
  const bytes = new Uint8Array(length);
  let held = 0;
  let bits = 0;
  let at = 0;
  for (const letter of text) {
    held = (held << 6) | alphabet.indexOf(letter);
    bits += 6;
    if (bits < 8 || at === length) continue;
    bits -= 8;
    bytes[at] = (held >> bits) & 0xff;
    held &= (1 << bits) - 1;
    at += 1;
  }
  return bytes;
};

/** `undefined`: no hash of this kind, or one that would cost too much to verify. */
export const parseBcrypt = (stored: string): Parts | undefined => {
  const [, cost = '', salt = '', hash = ''] = format.exec(stored) ?? [];
  const rounds = Number(cost);
  if (!hash || rounds < cheapest || rounds > dearest) return undefined;
  return { cost: rounds, salt: decoded(salt, 16), expected: decoded(hash, 23) };
};

/** The bytes again and again, four at a time, as long as anybody asks. */
const wordsOf = (bytes: Uint8Array): Int32Array => {
  // Repeats after as many words as there are bytes.
  const cycle = new Int32Array(bytes.length);
  for (let at = 0; at < bytes.length * 4; at += 1) {
    const word = at >> 2;
    cycle[word] = ((cycle[word] ?? 0) << 8) | (bytes[at % bytes.length] ?? 0);
  }
  return cycle;
};

// State and block are typed arrays of fixed length: no index below is ever out of range.
type State = Int32Array;
const boxes = 18;
const word = (list: Int32Array, at: number): number => list[at] as number;

/** Enciphers the two words of `block` in place. */
const encipher = (state: State, block: Int32Array): void => {
  let left = word(block, 0) ^ word(state, 0);
  let right = word(block, 1);
  for (let round = 1; round <= 16; round += 1) {
    const mixed =
      (((word(state, boxes + (left >>> 24)) + word(state, boxes + 256 + ((left >>> 16) & 0xff))) ^
        word(state, boxes + 512 + ((left >>> 8) & 0xff))) +
        word(state, boxes + 768 + (left & 0xff))) |
      0;
    const next = right ^ mixed ^ word(state, round);
    right = left;
    left = next;
  }
  block[0] = right ^ word(state, 17);
  block[1] = left;
};

/** Mixes the key into the subkeys, then replaces all of the state by what it enciphers, salted. */
const expand = (state: State, key: Int32Array, salt: Int32Array): void => {
  for (let at = 0; at < 18; at += 1) state[at] = word(state, at) ^ word(key, at % key.length);
  const block = new Int32Array(2);
  for (let at = 0; at < state.length; at += 2) {
    block[0] = word(block, 0) ^ word(salt, at % salt.length);
    block[1] = word(block, 1) ^ word(salt, (at + 1) % salt.length);
    encipher(state, block);
    state[at] = word(block, 0);
    state[at + 1] = word(block, 1);
  }
};

const plain = new Int32Array(
  [...'OrpheanBeholderScryDoubt'.matchAll(/.{4}/g)].map(([four]) => Buffer.from(four).readInt32BE()),
);

/** What 64 encipherings make of a fixed text. The last byte was never part of a hash. */
const ciphered = (state: State): Uint8Array => {
  const result = Buffer.alloc(24);
  for (let at = 0; at < 6; at += 2) {
    const block = plain.slice(at, at + 2);
    for (let time = 0; time < 64; time += 1) encipher(state, block);
    result.writeInt32BE(word(block, 0), at * 4);
    result.writeInt32BE(word(block, 1), at * 4 + 4);
  }
  return result.subarray(0, 23);
};

export const verifyBcrypt = async (stored: string, password: string): Promise<boolean> => {
  const parts = parseBcrypt(stored);
  if (!parts) return false;
  const { startingState } = await import('./blowfish-start.ts');
  const state = startingState.slice();
  // Everybody's bcrypt ends the password with a zero and looks at no more than 72 bytes.
  const key = wordsOf(Buffer.from(`${password}\0`).subarray(0, 72));
  const salt = wordsOf(parts.salt);
  const none = new Int32Array(1);
  expand(state, key, salt);
  let sliceEnds = performance.now() + sliceMs;
  for (let left = 2 ** parts.cost; left > 0; left -= 1) {
    expand(state, key, none);
    expand(state, salt, none);
    if (performance.now() < sliceEnds) continue;
    await othersTurn();
    sliceEnds = performance.now() + sliceMs;
  }
  return timingSafeEqual(ciphered(state), parts.expected);
};
