// Names the encoding of files that are not UTF-8, so that the error says what to do.
import { isUtf8 } from 'node:buffer';
import type { ErrorCode } from '@tessera/contract/errors';

/** A problem that makes the whole file unreadable. */
export class UnreadableFile extends Error {
  readonly code: ErrorCode;
  /** `columns`: those of the file, if another mapping could make it readable. */
  readonly at: { details?: string; rowNumber?: number; column?: string; columns?: string[] };
  constructor(code: ErrorCode, at: UnreadableFile['at'] = {}) {
    super(code);
    this.code = code;
    this.at = at;
  }
}

const startsWith = (bytes: Buffer, mark: number[]) => mark.every((byte, at) => bytes[at] === byte);
const utf8Mark = [0xef, 0xbb, 0xbf];
const utf16Marks = [
  [0xfe, 0xff],
  [0xff, 0xfe],
];
/** A ZIP archive, such as an .xlsx file, and the older .xls format. */
const excelMarks = [[...Buffer.from('PK\x03\x04')], [0xd0, 0xcf, 0x11, 0xe0]];

/** ASCII letters in UTF-16: every other byte is zero. */
const alternatesWithZero = (bytes: Buffer): boolean => {
  const start = bytes.subarray(0, 8);
  const zeros = [...start].map((byte) => byte === 0);
  return start.length >= 4 && zeros.every((isZero, at) => isZero === (at % 2 === (zeros[0] ? 0 : 1)));
};

/** Where the text begins, after a byte order mark. Throws for files in a format that begins differently. */
export const textStart = (bytes: Buffer): number => {
  const has = (mark: number[]) => startsWith(bytes, mark);
  if (excelMarks.some(has)) throw new UnreadableFile('user_import.excel');
  if (utf16Marks.some(has) || alternatesWithZero(bytes)) {
    throw new UnreadableFile('user_import.utf16', { rowNumber: 1 });
  }
  return has(utf8Mark) ? utf8Mark.length : 0;
};

// Windows-1252 has no characters here.
const unassigned = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

/** `bytes`: a row that is not UTF-8. With valid characters beyond ASCII, only a part of the file is damaged. */
export const encodingProblem = (bytes: Buffer): ErrorCode => {
  const hasValid = /[^\p{ASCII}\ufffd]/u.test(bytes.toString('utf8'));
  return hasValid || bytes.some((byte) => unassigned.has(byte)) ? 'user_import.not_utf8' : 'user_import.windows_1252';
};

const isContinuation = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80;

/** How many bytes at the end begin a character that is not complete. */
const openEnd = (bytes: Buffer): number => {
  for (let length = 1; length <= Math.min(3, bytes.length); length += 1) {
    const byte = bytes[bytes.length - length] ?? 0;
    if (isContinuation(byte)) continue;
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return needed > length ? length : 0;
  }
  return 0;
};

/** Checks a file piece by piece. `before`: the bytes before the first piece, at least three if there are as many. */
export const utf8Check = (before: Buffer) => {
  let rest = before.subarray(before.length - openEnd(before));
  return {
    /** `isEnd`: no piece follows. */
    isValid: (piece: Buffer, isEnd: boolean): boolean => {
      const bytes = Buffer.concat([rest, piece]);
      const open = openEnd(bytes);
      rest = bytes.subarray(bytes.length - open);
      return isUtf8(isEnd ? bytes : bytes.subarray(0, bytes.length - open));
    },
  };
};
