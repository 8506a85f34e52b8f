// What is wrong with a number that somebody typed.
import type { TFunction } from 'i18next';

/** A field for numbers holds a text while it is empty, or while what stands in it is no number. */
export const checkNumber = (value: number | string, max: number, t: TFunction): string | undefined => {
  const isRight = typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= max;
  return isRight ? undefined : t('fields.whole_number', { min: 1, max });
};
