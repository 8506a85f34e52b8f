// Columns of a file: which field each contains, and users as cells.
import type { ErrorCode } from '@tessera/contract/errors';
import {
  type ColumnMapping,
  type ImportField,
  importFields,
  maxColumns,
  notImported,
} from '@tessera/contract/import-fields';
import { isStorable } from '@tessera/contract/storable';
import { UnreadableFile } from './encoding.ts';

const profile = 'profile';
const address = `${profile}.address`;
const known = new Set<string>(importFields);
const ignored = new Set<string>(notImported);

/** The field of a column; `null` if it is ignored, `undefined` if it is unknown. */
const fieldOf = (name: string, mapping: ColumnMapping): ImportField | null | undefined => {
  if (Object.hasOwn(mapping, name)) return mapping[name];
  if (ignored.has(name)) return null;
  return known.has(name) ? (name as ImportField) : undefined;
};

const firstRepeated = (values: readonly (string | null | undefined)[]): string | undefined => {
  const seen = new Set<string>();
  for (const value of values) {
    if (typeof value !== 'string') continue;
    if (seen.has(value)) return value;
    seen.add(value);
  }
  return undefined;
};

/** The fields of a CSV file's columns, in their order. */
export const fieldsOfColumns = (names: string[], mapping: ColumnMapping): (ImportField | null)[] => {
  if (names.length > maxColumns) throw new UnreadableFile('user_import.too_many_columns');
  if (!isStorable(names)) throw new UnreadableFile('user_import.no_columns');
  // Longer names can't be mapped.
  const columns = names.map((name) => name.slice(0, 256).toWellFormed());
  const refuse = (code: ErrorCode, details?: string) =>
    new UnreadableFile(code, { columns, ...(details !== undefined && { details }) });
  const fields = names.map((name) => fieldOf(name, mapping));
  const read = names.filter((_, at) => fields[at] !== null);
  if (read.includes('') || firstRepeated(read) !== undefined) throw refuse('user_import.no_columns');
  const unknown = names.filter((_, at) => fields[at] === undefined);
  if (unknown.length > 0) throw refuse('user_import.unknown_column', unknown.join(', ').slice(0, 1024));
  const repeated = firstRepeated(fields);
  if (repeated !== undefined) throw refuse('user_import.field_twice', repeated);
  return fields as (ImportField | null)[];
};

// A spreadsheet would interpret text starting like this as a formula.
const formula = /^[=+\-@\t\r']/;
const neutralised = (text: string): string => (formula.test(text) ? `'${text}` : text);
const asWritten = (cell: string): string =>
  cell.startsWith("'") && formula.test(cell.slice(1)) ? cell.slice(1) : cell;

/** Quotes and escapes a CSV cell. */
const cellOf = (text: string): string => {
  const safe = neutralised(text);
  return /[",;\r\n\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};
export const lineOf = (texts: readonly string[]): string => `${texts.map(cellOf).join(',')}\r\n`;

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const flags: Record<string, boolean> = { true: true, false: false, yes: true, no: false, 1: true, 0: false };

/** A cell that cannot be parsed stays text and is rejected later like any invalid value. */
const cellValue = (field: ImportField, cell: string): unknown => {
  if (field === 'customData' || field === profile) return jsonOf(cell) ?? cell;
  if (field === 'isSuspended' || field.endsWith('Verified')) return flags[cell.trim().toLowerCase()] ?? cell;
  return asWritten(cell).trim();
};

/** Puts the parts of the profile together. */
const userOf = (entries: Iterable<readonly [string, unknown]>): Record<string, unknown> => {
  const fields: [string, unknown][] = [];
  const parts: Record<string, unknown> = {};
  const addressParts: Record<string, unknown> = {};
  for (const [name, value] of entries) {
    const isPart = known.has(name) && name.startsWith(`${profile}.`);
    if (!isPart) fields.push([name, value]);
    else if (name.startsWith(`${address}.`)) addressParts[name.slice(address.length + 1)] = value;
    else parts[name.slice(profile.length + 1)] = value;
  }
  const user: Record<string, unknown> = Object.fromEntries(fields);
  const hasAddress = Object.keys(addressParts).length > 0;
  const own = { ...parts, ...(hasAddress && { address: addressParts }) };
  if (Object.keys(own).length === 0) return user;
  const given = user[profile];
  return { ...user, [profile]: typeof given === 'object' ? { ...given, ...own } : (given ?? own) };
};

/** Empty cells are ignored. */
export const fieldsOfCells = (columns: readonly (ImportField | null)[], cells: string[]): Record<string, unknown> =>
  userOf(
    columns.flatMap((field, at) => {
      const cell = cells[at] ?? '';
      return field === null || cell.trim() === '' ? [] : [[field, cellValue(field, cell)] as const];
    }),
  );

/** Unknown fields keep their names and are rejected later. */
export const fieldsOfObject = (
  value: Record<string, unknown>,
  mapping: ColumnMapping,
): { fields: Record<string, unknown> } | { code: ErrorCode; field: string } => {
  const entries = Object.entries(value).flatMap(([name, item]) => {
    const field = fieldOf(name, mapping);
    return field === null ? [] : [[field ?? name, item] as const];
  });
  const field = firstRepeated(entries.map(([name]) => name));
  return field === undefined ? { fields: userOf(entries) } : { code: 'user_import.field_twice', field };
};
