// The next rows of an uploaded file. What has to be known between two batches is small and goes with the import, so
// that any node can go on where another one has stopped.
import type { ErrorCode } from '@tessera/contract/errors';
import { importedUser, notImported } from '@tessera/contract/user-imports';
import { fieldsOfCells, isColumn } from './columns.ts';
import { delimiterOf, readCsvRecord } from './read-csv.ts';
import { behindBracket, isArray, readElement, readLine } from './read-json.ts';

/** Nothing longer is a user. */
export const longestRow = 1024 * 1024;

export type Reader = {
  rowNumber?: number;
  columns?: string[];
  delimiter?: string;
  shape?: 'array' | 'lines';
  /** Behind the last element of an array. */
  isDone?: boolean;
};
export type Row = { number: number; fields: Record<string, unknown> } | { number: number; code: ErrorCode };

type Piece = { bytes: Buffer; isStart: boolean; isEnd: boolean };
/** `length`: how many of the bytes have been read. */
export type Batch = { rows: Row[]; length: number; reader: Reader };

/** What makes all of the file unreadable. */
export class UnreadableFile extends Error {
  readonly code: ErrorCode;
  readonly details: string | undefined;
  constructor(code: ErrorCode, details?: string) {
    super(code);
    this.code = code;
    this.details = details;
  }
}

const startsWith = (bytes: Buffer, mark: number[]) => mark.every((byte, at) => bytes[at] === byte);
const marks = { utf8: [0xef, 0xbb, 0xbf], other: [[0xfe, 0xff], [0xff, 0xfe], [...Buffer.from('PK\x03\x04')]] };

const behindMark = ({ bytes, isStart }: Piece): number => {
  if (!isStart) return 0;
  if (marks.other.some((mark) => startsWith(bytes, mark))) throw new UnreadableFile('user_import.not_utf8');
  return startsWith(bytes, marks.utf8) ? marks.utf8.length : 0;
};

const known = new Set<string>([...Object.keys(importedUser.shape), ...notImported]);

const columnsOf = (cells: string[] | undefined): string[] => {
  const names = cells?.map((cell) => cell.trim());
  if (!names || names.includes('') || new Set(names).size < names.length) {
    throw new UnreadableFile('user_import.no_columns');
  }
  const unknown = names.filter((name) => !known.has(name) && !isColumn(name));
  if (unknown.length > 0) throw new UnreadableFile('user_import.unknown_column', unknown.join(', ').slice(0, 1024));
  return names;
};

export const readCsvRows = (piece: Piece, before: Reader, most: number): Batch => {
  const { bytes, isEnd } = piece;
  const reader: Reader = { rowNumber: 0, ...before };
  let at = behindMark(piece);
  reader.delimiter ??= delimiterOf(bytes, at, isEnd);
  const limits = { delimiter: reader.delimiter, isEnd };
  const rows: Row[] = [];
  while (rows.length < most && at < bytes.length) {
    const record = readCsvRecord(bytes, at, limits);
    if (!record) break;
    const number = (reader.rowNumber ?? 0) + 1;
    at = record.end;
    reader.rowNumber = number;
    const { cells } = record;
    if (cells?.every((cell) => cell === '')) continue;
    if (!reader.columns) reader.columns = columnsOf(cells);
    else if (!cells) rows.push({ number, code: 'user_import.unreadable_row' });
    else if (cells.length > reader.columns.length) rows.push({ number, code: 'user_import.wrong_cell_count' });
    else rows.push({ number, fields: fieldsOfCells(reader.columns, cells) });
  }
  return { rows, length: at, reader };
};

const rowOf = (number: number, text: string): Row => {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('no object');
    return { number, fields: value as Record<string, unknown> };
  } catch {
    return { number, code: 'user_import.unreadable_row' };
  }
};

export const readJsonRows = (piece: Piece, before: Reader, most: number): Batch => {
  const { bytes, isEnd } = piece;
  const reader: Reader = { rowNumber: 0, ...before };
  let at = behindMark(piece);
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
    if (found.text !== undefined) rows.push(rowOf(number, found.text));
  }
  // Nobody looks at what comes after the array.
  return { rows, length: reader.isDone ? bytes.length : at, reader };
};
