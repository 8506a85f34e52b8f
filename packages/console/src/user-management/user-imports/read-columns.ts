// Reads the columns of a chosen file in the browser, with a sample of each. Only the beginning of the file is read.
import type { FileFormat } from './file-format.ts';

export type FileColumn = { name: string; sample: string };

const headSize = 64 * 1024;
const sampleRows = 20;
const sampleLength = 80;

/** `undefined` if it is not UTF-8, which the server explains. */
const textOf = (bytes: ArrayBuffer): string | undefined => {
  try {
    // As a stream, because the last character may be incomplete.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
};

/** The first records of a CSV file (RFC 4180), by the server's rules. */
function recordsOf(text: string, delimiter: string, most: number): string[][] {
  const records: string[][] = [];
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  const endRecord = () => {
    cells.push(cell);
    if (cells.some((one) => one !== '')) records.push(cells);
    [cells, cell] = [[], ''];
  };
  for (let at = 0; at < text.length && records.length < most; at += 1) {
    const letter = text.charAt(at);
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (text.charAt(at + 1) === '"') {
        cell += letter;
        at += 1;
      } else isQuoted = false;
    } else if (letter === '"' && cell === '') isQuoted = true;
    else if (letter === delimiter) {
      cells.push(cell);
      cell = '';
    } else if (letter === '\n' || letter === '\r') endRecord();
    else cell += letter;
  }
  if (records.length < most && !isQuoted) endRecord();
  return records;
}

function csvRows(text: string): { names: string[]; rows: string[][] } {
  const widthBy = (delimiter: string) => recordsOf(text, delimiter, 1)[0]?.length ?? 0;
  const delimiter = [',', ';', '\t'].reduce((best, next) => (widthBy(next) > widthBy(best) ? next : best));
  const [names = [], ...rows] = recordsOf(text, delimiter, sampleRows + 1);
  return { names: names.map((name) => name.trim()), rows };
}

/** The objects of an array that may be cut off. */
function* elementsOf(text: string): Iterable<string> {
  let depth = 0;
  let start = 0;
  let isText = false;
  for (let at = text.indexOf('[') + 1; at < text.length; at += 1) {
    const letter = text.charAt(at);
    if (isText) {
      if (letter === '\\') at += 1;
      else if (letter === '"') isText = false;
    } else if (letter === '"') isText = true;
    else if (letter === '{' || letter === '[') {
      if (depth === 0) start = at;
      depth += 1;
    } else if (letter === '}' || letter === ']') {
      depth -= 1;
      if (depth === 0) yield text.slice(start, at + 1);
      if (depth < 0) return;
    }
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function jsonRows(text: string): { names: string[]; rows: string[][] } {
  const pieces = text.trimStart().startsWith('[') ? elementsOf(text) : text.split('\n').filter((line) => line.trim());
  const objects: Record<string, unknown>[] = [];
  for (const piece of pieces) {
    const value = parsed(piece);
    if (isObject(value)) objects.push(value);
    if (objects.length === sampleRows) break;
  }
  const names = [...new Set(objects.flatMap((one) => Object.keys(one)))];
  const cellOf = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value ?? '') ?? ''));
  return { names, rows: objects.map((one) => names.map((name) => cellOf(one[name]).replace(/^""$/, ''))) };
}

/** The distinct columns of a file; none if it cannot be read. */
export async function readColumns(file: Blob, format: FileFormat): Promise<FileColumn[]> {
  const text = textOf(await file.slice(0, headSize).arrayBuffer());
  if (text === undefined) return [];
  const { names, rows } = format === 'csv' ? csvRows(text) : jsonRows(text);
  return [...new Set(names)].map((name) => {
    const at = names.indexOf(name);
    const sample = rows.map((cells) => cells[at] ?? '').find((cell) => cell.trim() !== '') ?? '';
    return { name, sample: sample.slice(0, sampleLength).toWellFormed() };
  });
}
