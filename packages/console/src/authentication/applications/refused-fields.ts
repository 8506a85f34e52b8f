// Maps fields that the server rejected to fields on the page.
import type { Issue } from '../../kit/field-issues.ts';
import type { SettingsValues } from './settings-values.ts';

const columns: readonly unknown[] = ['oidcClientMetadata', 'customClientMetadata'];

/** Blank rows are not sent, so the server's row index can differ from the page's. */
const rowOf = (rows: readonly string[], sent: number) =>
  rows.flatMap((row, index) => (row.trim() === '' ? [] : [index]))[sent];

/** Undefined for a field that the page does not show. */
export function refusedField({ path }: Issue, values: SettingsValues): string | undefined {
  const [field, index] = columns.includes(path[0]) ? path.slice(1) : path;
  if (typeof field !== 'string' || !Object.hasOwn(values, field)) return undefined;
  const value = values[field as keyof SettingsValues];
  if (!Array.isArray(value) || field === 'grantTypes') return field;
  return `${field}.${typeof index === 'number' ? (rowOf(value, index) ?? 0) : 0}`;
}
