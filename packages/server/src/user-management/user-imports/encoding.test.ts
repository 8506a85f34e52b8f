// A file is checked piece by piece, wherever its characters are cut.
import { describe, expect, it } from 'vitest';
import { utf8Check } from './encoding.ts';

const inPieces = (bytes: Buffer, size: number): boolean => {
  const { isValid } = utf8Check(Buffer.alloc(0));
  let valid = true;
  for (let at = 0; at < bytes.length; at += size) valid &&= isValid(bytes.subarray(at, at + size), false);
  return valid && isValid(Buffer.alloc(0), true);
};
/** The first part is checked by another request, which leaves nothing but its bytes. */
const inTwoRequests = (bytes: Buffer, at: number): boolean =>
  utf8Check(Buffer.alloc(0)).isValid(bytes.subarray(0, at), false) &&
  utf8Check(bytes.subarray(0, at)).isValid(bytes.subarray(at), true);

describe('UTF-8', () => {
  const text = Buffer.from('a é € 😀 ö\n');
  it('is recognized in pieces of any size', () => {
    for (let size = 1; size <= text.length; size += 1) expect(inPieces(text, size)).toBe(true);
    for (let at = 0; at <= text.length; at += 1) expect(inTwoRequests(text, at)).toBe(true);
  });

  it.each(['c3', 'c328', 'e282', 'f09f98', '80', 'eda080', 'f4908080', 'e4f6fc', 'c3a9c3'])(
    '%s is something else',
    (hex) => {
      const bytes = Buffer.concat([Buffer.from('plain '), Buffer.from(hex, 'hex')]);
      for (let size = 1; size <= bytes.length; size += 1) expect(inPieces(bytes, size)).toBe(false);
      for (let at = 0; at <= bytes.length; at += 1) expect(inTwoRequests(bytes, at)).toBe(false);
    },
  );
});
