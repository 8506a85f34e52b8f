// One value of a JSON file, read from bytes: an element of an array, or a line of newline-delimited JSON.
const code = (letter: string) => letter.charCodeAt(0);
const [quote, backslash, comma, newline] = ['"', '\\', ',', '\n'].map(code) as [number, number, number, number];
const [opening, closing] = ['[{', ']}'].map((letters) => [...letters].map(code)) as [number[], number[]];
const blank = [' ', '\t', '\r', '\n'].map(code);

/** `text` is missing when there is nothing between two ends. */
export type Piece = { text: string | undefined; end: number; isLast: boolean };

const decoder = new TextDecoder('utf-8', { fatal: true });
/** What is no text at all is no JSON either, and is said to be that. */
const decoded = (bytes: Buffer): string => {
  try {
    return decoder.decode(bytes);
  } catch {
    return '\0';
  }
};

/** `undefined`: the line is longer than these bytes. */
export const readLine = (bytes: Buffer, start: number, isEnd: boolean): Piece | undefined => {
  const found = bytes.indexOf(newline, start);
  if (found === -1 && !isEnd) return undefined;
  const end = found === -1 ? bytes.length : found;
  const text = decoded(bytes.subarray(start, end)).trim();
  return { text: text || undefined, end: Math.min(end + 1, bytes.length), isLast: found === -1 };
};

const isOneOf = (list: number[], byte: number | undefined) => byte !== undefined && list.includes(byte);
const afterBlanks = (bytes: Buffer, from: number): number => {
  let at = from;
  while (isOneOf(blank, bytes[at])) at += 1;
  return at;
};

/** Where a value ends that begins at `from`: before the comma or bracket that follows it. */
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

/** An element, and the comma behind it. `start` is behind the array's opening bracket, or behind an element before. */
export const readElement = (bytes: Buffer, start: number, isEnd: boolean): Piece | undefined => {
  const from = afterBlanks(bytes, start);
  const end = endOfValue(bytes, from);
  if (end === undefined) {
    // The file breaks off: what is left is no element.
    return isEnd ? { text: decoded(bytes.subarray(from)) || '\0', end: bytes.length, isLast: true } : undefined;
  }
  const text = decoded(bytes.subarray(from, end)).trim();
  const isLast = bytes[end] !== comma;
  return { text: text || (isLast ? undefined : '\0'), end: end + 1, isLast };
};

export const isArray = (bytes: Buffer, start: number): boolean => bytes[afterBlanks(bytes, start)] === code('[');
export const behindBracket = (bytes: Buffer, start: number): number => afterBlanks(bytes, start) + 1;
