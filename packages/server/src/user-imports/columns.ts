// The columns of a CSV file: how a user is written in cells, and read from them.
import { userProfile } from '@tessera/contract/user-profile';

const profile = 'profile';
const address = `${profile}.address`;
const profileColumns = new Set([
  ...Object.keys(userProfile.shape)
    .filter((name) => name !== 'address')
    .map((name) => `${profile}.${name}`),
  ...Object.keys(userProfile.shape.address.def.innerType.shape).map((name) => `${address}.${name}`),
]);

/** Parts of the profile may have columns of their own. */
export const isColumn = (name: string): boolean => profileColumns.has(name);

// A spreadsheet takes text that begins like this for a formula, and does what it says.
const formula = /^[=+\-@\t\r']/;
export const neutralised = (text: string): string => (formula.test(text) ? `'${text}` : text);
const asWritten = (cell: string): string =>
  cell.startsWith("'") && formula.test(cell.slice(1)) ? cell.slice(1) : cell;

/** A cell that any reader of CSV reads as this text. */
export const cellOf = (text: string): string => {
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

/** What cannot be read as its column demands stays text, which is refused later like any wrong value. */
const cellValue = (column: string, cell: string): unknown => {
  if (column === 'customData' || column === profile) return jsonOf(cell) ?? cell;
  if (column === 'isSuspended') return flags[cell.trim().toLowerCase()] ?? cell;
  return asWritten(cell).trim();
};

/** Empty cells say nothing. */
export const fieldsOfCells = (columns: string[], cells: string[]): Record<string, unknown> => {
  const fields: Record<string, unknown> = {};
  const parts: Record<string, unknown> = {};
  const addressParts: Record<string, unknown> = {};
  for (const [at, column] of columns.entries()) {
    const cell = cells[at] ?? '';
    if (cell.trim() === '') continue;
    const value = cellValue(column, cell);
    if (column.startsWith(`${address}.`)) addressParts[column.slice(address.length + 1)] = value;
    else if (isColumn(column)) parts[column.slice(profile.length + 1)] = value;
    else fields[column] = value;
  }
  const hasAddress = Object.keys(addressParts).length > 0;
  const own = { ...parts, ...(hasAddress && { address: addressParts }) };
  if (Object.keys(own).length === 0) return fields;
  const given = fields[profile];
  return { ...fields, [profile]: typeof given === 'object' ? { ...given, ...own } : (given ?? own) };
};
