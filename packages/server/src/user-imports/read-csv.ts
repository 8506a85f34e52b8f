// One record of a CSV file (RFC 4180), read from bytes: where it ends is known without knowing the rest of the file.
const quote = 0x22;
const newline = 0x0a;
const carriageReturn = 0x0d;

/** `undefined` instead of cells: the record cannot be understood, but where the next one begins is known. */
export type Record = { cells: string[] | undefined; end: number };
export type Limits = { delimiter: string /** Nothing comes after these bytes. */; isEnd: boolean };

const decoder = new TextDecoder('utf-8', { fatal: true });

const lineEnds = (byte: number | undefined) => byte === newline || byte === carriageReturn;

/** The index of the quotation mark that closes the one before `from`, and whether doubled ones are in between. */
const closing = (bytes: Buffer, from: number): { at: number; doubled: boolean } | undefined => {
  let doubled = false;
  for (let at = bytes.indexOf(quote, from); at !== -1; at = bytes.indexOf(quote, at + 2)) {
    if (bytes[at + 1] !== quote) return { at, doubled };
    doubled = true;
  }
  return undefined;
};

const endOfCell = (bytes: Buffer, from: number, delimiter: number): number => {
  let at = from;
  while (at < bytes.length && bytes[at] !== delimiter && !lineEnds(bytes[at])) at += 1;
  return at;
};

/** Where the next record begins after a line end at `at`; `undefined` when the next byte would have to be known. */
const afterLineEnd = (bytes: Buffer, at: number, isEnd: boolean): number | undefined => {
  if (bytes[at] !== carriageReturn) return at + 1;
  if (at + 1 === bytes.length) return isEnd ? at + 1 : undefined;
  return bytes[at + 1] === newline ? at + 2 : at + 1;
};

/** `undefined`: the record is longer than these bytes. */
export const readCsvRecord = (bytes: Buffer, start: number, { delimiter, isEnd }: Limits): Record | undefined => {
  const separator = delimiter.charCodeAt(0);
  const cells: string[] = [];
  let readable = true;
  const add = (from: number, to: number, doubled = false) => {
    try {
      const text = decoder.decode(bytes.subarray(from, to));
      cells.push(doubled ? text.replaceAll('""', '"') : text);
    } catch {
      readable = false;
    }
  };
  let at = start;
  for (;;) {
    if (bytes[at] === quote) {
      const close = closing(bytes, at + 1);
      // Whether the last byte closes the cell is only known with the next.
      if (!close || (close.at + 1 === bytes.length && !isEnd)) {
        return isEnd ? { cells: undefined, end: bytes.length } : undefined;
      }
      add(at + 1, close.at, close.doubled);
      const end = endOfCell(bytes, close.at + 1, separator);
      if (end !== close.at + 1) readable = false;
      at = end;
    } else {
      const end = endOfCell(bytes, at, separator);
      add(at, end);
      at = end;
    }
    if (bytes[at] === separator) {
      at += 1;
      continue;
    }
    const end = at === bytes.length ? (isEnd ? at : undefined) : afterLineEnd(bytes, at, isEnd);
    return end === undefined ? undefined : { cells: readable ? cells : undefined, end };
  }
};

const delimiters = [',', ';', '\t'] as const;

/** Which of the usual delimiters the first record has most of. */
export const delimiterOf = (bytes: Buffer, start: number, isEnd: boolean): string => {
  const cellsBy = (delimiter: string) => readCsvRecord(bytes, start, { delimiter, isEnd })?.cells?.length ?? 0;
  return delimiters.reduce<string>((best, next) => (cellsBy(next) > cellsBy(best) ? next : best), ',');
};
