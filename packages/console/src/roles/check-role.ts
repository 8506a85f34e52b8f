// What is wrong with a role that somebody typed.
import type { TFunction } from 'i18next';

const length = 128;
// The same as in the contract, which would bring its schemas along.
const internalPrefix = '#internal:';

export const isInternal = (name: string) => name.startsWith(internalPrefix);

export const checkRoleName = (typed: string, t: TFunction): string | null => {
  const name = typed.trim();
  if (name === '') return t('fields.required');
  if (name.length > length) return t('fields.too_long', { max: length });
  return isInternal(name) ? t('roles.errors.reserved', { prefix: internalPrefix }) : null;
};

export const checkRoleDescription = (typed: string, t: TFunction): string | null => {
  if (typed.trim() === '') return t('fields.required');
  return typed.trim().length > length ? t('fields.too_long', { max: length }) : null;
};
