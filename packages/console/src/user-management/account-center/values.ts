// Form values of the account center: one per field, so that two administrators can change different ones.
import type { AccountField } from '@tessera/contract/account-center';
import type { AccountCenter, Body } from './query.ts';

export const controls = ['Off', 'ReadOnly', 'Edit'] as const;
export type Control = (typeof controls)[number];

/** In the order of the account pages. */
export const fieldGroups = {
  profile: ['name', 'avatar', 'username', 'profile', 'email', 'phone', 'customData'],
  sign_in: ['password', 'mfa', 'social'],
} as const satisfies Record<string, readonly AccountField[]>;
const allFields = Object.values(fieldGroups).flat();

export type Values = Record<AccountField, Control> & {
  enabled: boolean;
  allowsExport: boolean;
  allowsDeletion: boolean;
  webauthnRelatedOrigins: string[];
};

export const valuesOf = (center: AccountCenter): Values => {
  const { enabled, fields, allowsExport, allowsDeletion, webauthnRelatedOrigins } = center;
  const controlOf = Object.fromEntries(allFields.map((field) => [field, fields[field] ?? 'Off']));
  return {
    ...(controlOf as Record<AccountField, Control>),
    ...{ enabled, allowsExport, allowsDeletion },
    // There is always a row to type in.
    webauthnRelatedOrigins: webauthnRelatedOrigins.length > 0 ? webauthnRelatedOrigins : [''],
  };
};

export const fieldsOf = (values: Values): Record<AccountField, Control> =>
  Object.fromEntries(allFields.map((field) => [field, values[field]])) as Record<AccountField, Control>;

export const bodyOf = (values: Values): Body => {
  const { enabled, allowsExport, allowsDeletion, webauthnRelatedOrigins } = values;
  return {
    ...{ enabled, allowsExport, allowsDeletion },
    fields: fieldsOf(values),
    webauthnRelatedOrigins: webauthnRelatedOrigins.map((origin) => origin.trim()).filter((origin) => origin !== ''),
  };
};

/** What most tenants want: users edit everything but custom data, which applications own. */
export const withEverything = (values: Values): Values => ({
  ...values,
  ...Object.fromEntries(allFields.map((field) => [field, field === 'customData' ? values.customData : 'Edit'])),
  enabled: true,
});

export const isNothingShown = (values: Values): boolean => allFields.every((field) => values[field] === 'Off');
