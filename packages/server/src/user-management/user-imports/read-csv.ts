// Parses one record of a CSV file (RFC 4180) from bytes: its end is known without the rest of the file.
const quote = 0x22;
const newline = 0x0a;
const carriageReturn = 0x0d;

/** `cells` is undefined if the record is malformed; `end` is still known. `notUtf8`: the first cell that is not UTF-8. */
export type Record = { cells: string[] | undefined; end: number; notUtf8: number | undefined };
export type Limits = {
  delimiter: string;
  /** The file ends with these bytes. */
  isEnd: boolean;
};

const decoder = new TextDecoder('utf-8', { fatal: true });

const lineEnds = (byte: number | undefined) => byte === newline || byte === carriageReturn;

/** The index of the closing quotation mark, and whether there are escaped ones before it. */
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

/** Where the next record begins after a line end at `at`; `undefined` if the next byte is needed. */
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
  let notUtf8: number | undefined;
  const add = (from: number, to: number, doubled = false) => {
    try {
      const text = decoder.decode(bytes.subarray(from, to));
      cells.push(doubled ? text.replaceAll('""', '"') : text);
    } catch {
      readable = false;
      notUtf8 ??= cells.length;
      cells.push('');
    }
  };
  let at = start;
  for (;;) {
    if (bytes[at] === quote) {
      const close = closing(bytes, at + 1);
      // The next byte decides whether the last one closes the cell.
      if (!close || (close.at + 1 === bytes.length && !isEnd)) {
        return isEnd ? { cells: undefined, end: bytes.length, notUtf8 } : undefined;
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
    return end === undefined ? undefined : { cells: readable ? cells : undefined, end, notUtf8 };
  }
};

const delimiters = [',', ';', '\t'] as const;

/** The common delimiter with the most cells in the first record. */
export const delimiterOf = (bytes: Buffer, start: number, isEnd: boolean): string => {
  const cellsBy = (delimiter: string) => readCsvRecord(bytes, start, { delimiter, isEnd })?.cells?.length ?? 0;
  return delimiters.reduce<string>((best, next) => (cellsBy(next) > cellsBy(best) ? next : best), ',');
};
