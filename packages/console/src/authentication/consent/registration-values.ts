// Converts the rules for self-registration between the API's format and the form's values.
import type { ClientRegistration } from '@tessera/contract/client-registration';
import { isRedirectHost } from '@tessera/contract/redirect-hosts';
import { type UserScope, userScopes } from '@tessera/contract/user-scopes';
import type { TFunction } from 'i18next';

export type RegistrationValues = {
  isEnabled: boolean;
  acceptsMetadataDocuments: boolean;
  redirectHosts: string[];
  userScopes: string[];
  scopeIds: string[];
  organizationScopeIds: string[];
  organizationResourceScopeIds: string[];
  perHour: number | string;
  limit: number | string;
};

export const bounds = { perHour: { min: 1, max: 1000 }, limit: { min: 1, max: 10_000 } };

export const registrationValuesOf = (rules: ClientRegistration): RegistrationValues => ({
  ...rules,
  // Always show at least one row.
  redirectHosts: rules.redirectHosts.length > 0 ? [...rules.redirectHosts] : [''],
});

const dropBlank = (rows: readonly string[]) => rows.map((row) => row.trim()).filter((row) => row !== '');

export const registrationOf = (values: RegistrationValues): ClientRegistration => ({
  isEnabled: values.isEnabled,
  acceptsMetadataDocuments: values.acceptsMetadataDocuments,
  redirectHosts: dropBlank(values.redirectHosts),
  userScopes: userScopes.filter((scope): scope is UserScope => values.userScopes.includes(scope)),
  scopeIds: values.scopeIds,
  organizationScopeIds: values.organizationScopeIds,
  organizationResourceScopeIds: values.organizationResourceScopeIds,
  perHour: Number(values.perHour),
  limit: Number(values.limit),
});

const checkNumber = (value: number | string, { min, max }: { min: number; max: number }, t: TFunction) => {
  const number = typeof value === 'number' ? value : Number.NaN;
  return Number.isInteger(number) && number >= min && number <= max
    ? undefined
    : t('fields.whole_number', { min, max });
};

export function checkRegistration(values: RegistrationValues, t: TFunction): Record<string, string> {
  const rows = values.redirectHosts.flatMap((row, index) =>
    row.trim() === '' || isRedirectHost(row.trim())
      ? []
      : [[`redirectHosts.${index}`, t('consent.registration.host_invalid')]],
  );
  const isOpen = values.isEnabled || values.acceptsMetadataDocuments;
  const isMissing = isOpen && dropBlank(values.redirectHosts).length === 0;
  const errors: Record<string, string | undefined> = {
    ...Object.fromEntries(rows),
    ...(isMissing && { 'redirectHosts.0': t('consent.registration.host_missing') }),
    perHour: checkNumber(values.perHour, bounds.perHour, t),
    limit: checkNumber(values.limit, bounds.limit, t),
  };
  return Object.fromEntries(
    Object.entries(errors).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
