// Where on the page the fields stand that the server refused.
import type { Issue } from '../kit/field-issues.ts';
import type { SettingsValues } from './settings-values.ts';

const columns: readonly unknown[] = ['oidcClientMetadata', 'customClientMetadata'];

/** Blank rows are not sent, so the third one that was may be the fifth one on the page. */
const rowOf = (rows: readonly string[], sent: number) =>
  rows.flatMap((row, index) => (row.trim() === '' ? [] : [index]))[sent];

/** Undefined for a field that the page does not have. */
export function refusedField({ path }: Issue, values: SettingsValues): string | undefined {
  const [field, index] = columns.includes(path[0]) ? path.slice(1) : path;
  if (typeof field !== 'string' || !Object.hasOwn(values, field)) return undefined;
  const value = values[field as keyof SettingsValues];
  if (!Array.isArray(value)) return field;
  return `${field}.${typeof index === 'number' ? (rowOf(value, index) ?? 0) : 0}`;
}
