// Where the Blowfish cipher starts from: the binary digits of pi behind the point, so they are computed, not kept.
// Takes some milliseconds, therefore loaded by the first password that needs it.

const words = 18 + 4 * 256;
const wantedBits = BigInt(words * 32);
const guardBits = 64n;
const one = 1n << (wantedBits + guardBits);

/** The arc tangent of 1/x, in units of 1/one. */
const inverseTangent = (x: bigint): bigint => {
  let power = one / x;
  let sum = power;
  for (let odd = 3n; power !== 0n; odd += 2n) {
    power /= -x * x;
    sum += power / odd;
  }
  return sum;
};

// Machin's formula. Three is the part before the point.
const fraction = (16n * inverseTangent(5n) - 4n * inverseTangent(239n) - 3n * one) >> guardBits;
const digits = fraction.toString(16).padStart(words * 8, '0');
const wordAt = (index: number) => Number.parseInt(digits.slice(index * 8, index * 8 + 8), 16) | 0;

/** The 18 subkeys, then the four boxes of 256 words. */
export const startingState = Int32Array.from({ length: words }, (_, index) => wordAt(index));
