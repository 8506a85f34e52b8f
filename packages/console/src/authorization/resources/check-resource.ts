// Validation of API resources and permissions.
import type { TFunction } from 'i18next';

export const nameLength = 256;
const indicatorLength = 2048;
const descriptionLength = 2048;
export const lifetime = { min: 1, max: 31_536_000 };

export const checkName = (name: string, t: TFunction): string | null => {
  if (name.trim() === '') return t('fields.name_required');
  return name.trim().length > nameLength ? t('fields.too_long', { max: nameLength }) : null;
};

/** RFC 8707: an absolute URI without a fragment. */
export const checkIndicator = (typed: string, t: TFunction): string | null => {
  const indicator = typed.trim();
  if (indicator === '') return t('fields.required');
  if (indicator.length > indicatorLength) return t('fields.too_long', { max: indicatorLength });
  if (indicator.includes('#')) return t('resources.errors.fragment');
  return URL.canParse(indicator) && !/\s/.test(indicator) ? null : t('resources.errors.indicator');
};

export const checkLifetime = (text: string, t: TFunction): string | null => {
  const number = /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
  return number >= lifetime.min && number <= lifetime.max ? null : t('fields.whole_number', lifetime);
};

export const checkPermissionName = (name: string, t: TFunction): string | null =>
  checkName(name, t) ?? (/\s/.test(name.trim()) ? t('resources.errors.spaces') : null);

export const checkDescription = (description: string, t: TFunction): string | null =>
  description.trim().length > descriptionLength ? t('fields.too_long', { max: descriptionLength }) : null;
