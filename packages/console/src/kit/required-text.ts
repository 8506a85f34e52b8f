// Validation of short texts.
import type { TFunction } from 'i18next';

export const checkRequired = (text: string, max: number, t: TFunction): string | undefined =>
  text.trim() === '' ? t('fields.required') : checkLength(text, max, t);

export const checkName = (name: string, max: number, t: TFunction): string | undefined =>
  name.trim() === '' ? t('fields.name_required') : checkLength(name, max, t);

export const checkLength = (text: string, max: number, t: TFunction): string | undefined =>
  text.trim().length > max ? t('fields.too_long', { max }) : undefined;

/** Form errors without the undefined entries. */
export const withoutGaps = (errors: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).filter((entry): entry is [string, string] => entry[1] !== undefined));
