// Dates as a tenant wants them written. Formats that we cannot read are not judged.
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
const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** Undefined: a format of which we do not know what it means. */
const readerOf = (format: string): RegExp | undefined => {
  const parts = format.match(tokens) ?? [];
  const read = parts.map((part) => patterns[part] ?? (/[A-Za-z]/.test(part) ? undefined : escaped(part)));
  if (read.includes(undefined)) return undefined;
  try {
    return new RegExp(`^${read.join('')}$`);
  } catch {
    return undefined;
  }
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
