// Dates in the tenant's format. Unknown formats are not validated.
import type { ProfileFieldConfig } from '@tessera/contract/custom-profile-fields';
import { customDateFormat } from '@tessera/contract/profile-field-rules';

export const dateFormatOf = ({ format, customFormat }: ProfileFieldConfig): string =>
  (format === customDateFormat ? customFormat : format) ?? '';

const tokens = /yyyy|yy|MM|M|dd|d|[A-Za-z]+|[^A-Za-z]+/g;
const patterns: Record<string, string> = {
  yyyy: '(?<year>\\d{4})',
  yy: '(?<short>\\d{2})',
  MM: '(?<month>\\d{2})',
  M: '(?<month>\\d{1,2})',
  dd: '(?<day>\\d{2})',
  d: '(?<day>\\d{1,2})',
};
const escapeRegExp = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** Undefined for an unknown format. */
const readerOf = (format: string): RegExp | undefined => {
  const parts = format.match(tokens) ?? [];
  const read = parts.map((part) => patterns[part] ?? (/[A-Za-z]/.test(part) ? undefined : escapeRegExp(part)));
  if (read.includes(undefined)) return undefined;
  try {
    return new RegExp(`^${read.join('')}$`);
  } catch {
    return undefined;
  }
};

const exampleParts: Record<string, string> = { yyyy: '1990', yy: '90', MM: '12', M: '12', dd: '31', d: '31' };

/** The last day of 1990 in this format. */
export const exampleOf = (format: string): string => format.replace(tokens, (part) => exampleParts[part] ?? part);

/** A date such as `1990-12-31` in this format; undefined if the format lacks a part or is unknown. */
export const formatDate = (date: string, format: string): string | undefined => {
  const [year = '', month = '', day = ''] = date.split('-');
  const parts: Record<string, string> = {
    yyyy: year,
    yy: year.slice(-2),
    MM: month,
    M: String(Number(month)),
    dd: day,
    d: String(Number(day)),
  };
  const read = format.match(tokens) ?? [];
  const isComplete = ['y', 'M', 'd'].every((letter) => read.some((part) => part.startsWith(letter)));
  return isComplete && readerOf(format) ? read.map((part) => parts[part] ?? part).join('') : undefined;
};

export const isDate = (text: string, format: string): boolean => {
  const reader = readerOf(format);
  if (!reader) return true;
  const found = reader.exec(text)?.groups;
  if (!found) return false;
  const [year, month, day] = [Number(found.year ?? 2000), Number(found.month ?? 1), Number(found.day ?? 1)];
  const date = new Date(Date.UTC(year, month - 1, day));
  date.setUTCFullYear(year);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
};
