// Parses one value of a JSON file from bytes: an array element, or a line of newline-delimited JSON.
const code = (letter: string) => letter.charCodeAt(0);
const [quote, backslash, comma, newline] = ['"', '\\', ',', '\n'].map(code) as [number, number, number, number];
const [opening, closing] = ['[{', ']}'].map((letters) => [...letters].map(code)) as [number[], number[]];
const blank = [' ', '\t', '\r', '\n'].map(code);

/** `bytes` are missing if there is nothing between two separators. */
export type Piece = { bytes: Buffer | undefined; end: number; isLast: boolean };

const isOneOf = (list: number[], byte: number | undefined) => byte !== undefined && list.includes(byte);
const afterBlanks = (bytes: Buffer, from: number, end = bytes.length): number => {
  let at = from;
  while (at < end && isOneOf(blank, bytes[at])) at += 1;
  return at;
};

/** `undefined`: the line is longer than these bytes. */
export const readLine = (bytes: Buffer, start: number, isEnd: boolean): Piece | undefined => {
  const found = bytes.indexOf(newline, start);
  if (found === -1 && !isEnd) return undefined;
  const end = found === -1 ? bytes.length : found;
  const from = afterBlanks(bytes, start, end);
  const line = from < end ? bytes.subarray(from, end) : undefined;
  return { bytes: line, end: Math.min(end + 1, bytes.length), isLast: found === -1 };
};

/** The end of the value starting at `from`: before the comma or bracket that follows it. */
const endOfValue = (bytes: Buffer, from: number): number | undefined => {
  let depth = 0;
  let inText = false;
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (inText) {
      if (byte === backslash) at += 1;
      else if (byte === quote) inText = false;
    } else if (byte === quote) inText = true;
    else if (isOneOf(opening, byte)) depth += 1;
    else if (depth > 0 && isOneOf(closing, byte)) depth -= 1;
    else if (depth === 0 && (byte === comma || isOneOf(closing, byte))) return at;
  }
  return undefined;
};

/** An element and the comma after it. `start` is after the array's opening bracket, or after the previous element. */
export const readElement = (bytes: Buffer, start: number, isEnd: boolean): Piece | undefined => {
  const from = afterBlanks(bytes, start);
  const end = endOfValue(bytes, from);
  if (end === undefined) {
    // The file is truncated, so the rest is not an element.
    return isEnd ? { bytes: bytes.subarray(from), end: bytes.length, isLast: true } : undefined;
  }
  const isLast = bytes[end] !== comma;
  return { bytes: isLast && end === from ? undefined : bytes.subarray(from, end), end: end + 1, isLast };
};

export const isArray = (bytes: Buffer, start: number): boolean => bytes[afterBlanks(bytes, start)] === code('[');
export const behindBracket = (bytes: Buffer, start: number): number => afterBlanks(bytes, start) + 1;
