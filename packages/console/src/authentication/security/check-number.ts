// Validation of whole numbers.
import type { TFunction } from 'i18next';

/** Number inputs hold a string while empty or invalid. */
export const checkNumber = (value: number | string, max: number, t: TFunction): string | undefined => {
  const isRight = typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= max;
  return isRight ? undefined : t('fields.whole_number', { min: 1, max });
};
