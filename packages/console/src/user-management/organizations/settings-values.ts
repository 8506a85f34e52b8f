// Form values of an organization's settings, their validation and the request body.
import { fitsCustomData } from '@tessera/contract/custom-data';
import { emailDomainPattern, maxEmailDomainLength } from '@tessera/contract/email-domain';
import type { TFunction } from 'i18next';
import { parseJsonObject } from '../../kit/json-object.ts';
import { checkLength, checkName, withoutGaps } from '../../kit/required-text.ts';
import type { NamedRole, OrganizationData } from './organization.ts';
import type { NamedConnector } from './query.ts';

export type SettingsValues = {
  name: string;
  description: string;
  customData: string;
  isMfaRequired: boolean;
  emailDomains: string[];
  /** Typed but not added yet; included when saving. */
  typedDomain: string;
  roles: NamedRole[];
  ssoConnectors: NamedConnector[];
};

export const valuesOf = ({ organization, jit }: OrganizationData): SettingsValues => ({
  name: organization.name,
  description: organization.description ?? '',
  customData: JSON.stringify(organization.customData, null, 2),
  isMfaRequired: organization.isMfaRequired,
  emailDomains: jit.emailDomains,
  typedDomain: '',
  roles: jit.roles,
  ssoConnectors: jit.ssoConnectors,
});

export const checkDomain = (domain: string, known: readonly string[], t: TFunction): string | undefined => {
  if (!emailDomainPattern.test(domain) || domain.length > maxEmailDomainLength)
    return t('organizations.jit.domain_rule');
  return known.includes(domain.toLowerCase()) ? t('fields.duplicate') : undefined;
};

const checkCustomData = (text: string, t: TFunction) => {
  const value = parseJsonObject(text);
  if (!value) return t('fields.json_object');
  return fitsCustomData(value) ? undefined : t('organizations.settings.custom_data_size');
};

export const checkSettings = (values: SettingsValues, t: TFunction): Record<string, string> =>
  withoutGaps({
    name: checkName(values.name, 128, t),
    description: checkLength(values.description, 256, t),
    customData: checkCustomData(values.customData, t),
    typedDomain:
      values.typedDomain.trim() === '' ? undefined : checkDomain(values.typedDomain.trim(), values.emailDomains, t),
  });

/** Including the text still in the field. */
export const domainsOf = ({ emailDomains, typedDomain }: SettingsValues): string[] => [
  ...new Set([...emailDomains, ...(typedDomain.trim() === '' ? [] : [typedDomain.trim().toLowerCase()])]),
];
