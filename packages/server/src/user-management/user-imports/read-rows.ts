// Reads the next rows of an uploaded file. The state between batches is small and stored with the import, so that any
// node can continue.
import { isUtf8 } from 'node:buffer';
import type { ErrorCode } from '@tessera/contract/errors';
import type { ColumnMapping } from '@tessera/contract/import-fields';
import { fieldsOfCells, fieldsOfColumns, fieldsOfObject } from './columns.ts';
import { encodingProblem, textStart, UnreadableFile } from './encoding.ts';
import { delimiterOf, readCsvRecord } from './read-csv.ts';
import { behindBracket, isArray, readElement, readLine } from './read-json.ts';

/** Longer rows are rejected. */
export const longestRow = 1024 * 1024;

export type Reader = {
  rowNumber?: number;
  /** As named in the file. */
  columns?: string[];
  delimiter?: string;
  shape?: 'array' | 'lines';
  /** After the last element of an array. */
  isDone?: boolean;
};
export type Row =
  | { number: number; fields: Record<string, unknown> }
  | { number: number; code: ErrorCode; field?: string };

type Piece = { bytes: Buffer; isStart: boolean; isEnd: boolean };
/** `length`: how many bytes were consumed. */
export type Batch = { rows: Row[]; length: number; reader: Reader };
export type Options = { most: number; mapping: ColumnMapping };

const notUtf8 = (bytes: Buffer, rowNumber: number, column: string | undefined) =>
  new UnreadableFile(encodingProblem(bytes), { rowNumber, ...(column !== undefined && { column }) });

export const readCsvRows = (piece: Piece, before: Reader, { most, mapping }: Options): Batch => {
  const { bytes, isStart, isEnd } = piece;
  const reader: Reader = { rowNumber: 0, ...before };
  let at = isStart ? textStart(bytes) : 0;
  reader.delimiter ??= delimiterOf(bytes, at, isEnd);
  const limits = { delimiter: reader.delimiter, isEnd };
  let fields = reader.columns && fieldsOfColumns(reader.columns, mapping);
  const rows: Row[] = [];
  while (rows.length < most && at < bytes.length) {
    const record = readCsvRecord(bytes, at, limits);
    if (!record) break;
    const number = (reader.rowNumber ?? 0) + 1;
    if (record.notUtf8 !== undefined) {
      throw notUtf8(bytes.subarray(at, record.end), number, reader.columns?.[record.notUtf8]);
    }
    at = record.end;
    reader.rowNumber = number;
    const { cells } = record;
    if (cells?.every((cell) => cell === '')) continue;
    if (!fields) {
      if (!cells) throw new UnreadableFile('user_import.no_columns');
      reader.columns = cells.map((cell) => cell.trim());
      fields = fieldsOfColumns(reader.columns, mapping);
    } else if (!cells) rows.push({ number, code: 'user_import.unreadable_row' });
    else if (cells.length > fields.length) rows.push({ number, code: 'user_import.wrong_cell_count' });
    else rows.push({ number, fields: fieldsOfCells(fields, cells) });
  }
  return { rows, length: at, reader };
};

const objectIn = (text: string): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
};

/** The first field that is not UTF-8. Read as Latin-1, every byte is a character. */
const misencodedField = (bytes: Buffer): string | undefined =>
  Object.entries(objectIn(bytes.toString('latin1')) ?? {}).find(
    (entry) => !isUtf8(Buffer.from(JSON.stringify(entry), 'latin1')),
  )?.[0];

const rowOf = (number: number, bytes: Buffer, mapping: ColumnMapping): Row => {
  if (!isUtf8(bytes)) throw notUtf8(bytes, number, misencodedField(bytes));
  const value = objectIn(bytes.toString('utf8'));
  return value ? { number, ...fieldsOfObject(value, mapping) } : { number, code: 'user_import.unreadable_row' };
};

export const readJsonRows = (piece: Piece, before: Reader, { most, mapping }: Options): Batch => {
  const { bytes, isStart, isEnd } = piece;
  const reader: Reader = { rowNumber: 0, ...before };
  let at = isStart ? textStart(bytes) : 0;
  if (!reader.shape) {
    reader.shape = isArray(bytes, at) ? 'array' : 'lines';
    if (reader.shape === 'array') at = behindBracket(bytes, at);
  }
  const read = reader.shape === 'array' ? readElement : readLine;
  const rows: Row[] = [];
  while (rows.length < most && at < bytes.length && !reader.isDone) {
    const found = read(bytes, at, isEnd);
    if (!found) break;
    const number = (reader.rowNumber ?? 0) + 1;
    at = found.end;
    reader.rowNumber = number;
    if (reader.shape === 'array' && found.isLast) reader.isDone = true;
    if (found.bytes !== undefined) rows.push(rowOf(number, found.bytes, mapping));
  }
  // Anything after the array is ignored.
  return { rows, length: reader.isDone ? bytes.length : at, reader };
};
