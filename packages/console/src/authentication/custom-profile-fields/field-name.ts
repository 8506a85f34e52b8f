// The display name of a field: its label, else the built-in name, else its key.
import type { TFunction } from 'i18next';
import { isBuiltInField } from './field-defaults.ts';

export const fieldName = (name: string, label: string, t: TFunction): string =>
  label.trim() || (isBuiltInField(name) ? t(`custom-profile-fields.names.${name}`) : name);

const parts = [
  ...(['formatted', 'streetAddress', 'locality', 'region', 'postalCode', 'country'] as const),
  ...(['givenName', 'middleName', 'familyName'] as const),
];

export const partName = (name: string, t: TFunction): string => {
  const known = parts.find((part) => part === name);
  return known ? t(`custom-profile-fields.parts.${known}`) : name;
};
