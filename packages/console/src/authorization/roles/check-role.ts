// Validation of roles.
import type { TFunction } from 'i18next';

const length = 128;
// Copied from the contract, since importing it would bundle its schemas.
const internalPrefix = '#internal:';

export const isInternal = (name: string) => name.startsWith(internalPrefix);

export const checkRoleName = (typed: string, t: TFunction): string | null => {
  const name = typed.trim();
  if (name === '') return t('fields.name_required');
  if (name.length > length) return t('fields.too_long', { max: length });
  return isInternal(name) ? t('roles.errors.reserved', { prefix: internalPrefix }) : null;
};

export const checkRoleDescription = (typed: string, t: TFunction): string | null => {
  if (typed.trim() === '') return t('fields.required');
  return typed.trim().length > length ? t('fields.too_long', { max: length }) : null;
};
