// Labels of the settings of a SAML application, and texts of values that are choices.
import type { TFunction } from 'i18next';
import { bindingNames, formatTitle } from './names.ts';
import type { SamlSettingsField, SamlSettingsValues } from './settings-values.ts';

export const samlLabels = (t: TFunction): Record<SamlSettingsField, string> => ({
  name: t('applications.name'),
  description: t('applications.settings.description'),
  entityId: t('applications.saml.service_provider.entity_id'),
  acsUrl: t('applications.saml.service_provider.acs_url'),
  otherAcsUrls: t('applications.saml.service_provider.other_acs_urls'),
  acsIndexes: t('applications.saml.service_provider.acs_indexes'),
  signingCertificate: t('applications.saml.service_provider.signing_certificate'),
  wantsSignedRequests: t('applications.saml.service_provider.signed_requests'),
  singleLogoutUrl: t('applications.saml.service_provider.logout_url'),
  singleLogoutBinding: t('applications.saml.service_provider.logout_binding'),
  defaultRelayState: t('applications.saml.service_provider.relay_state'),
  nameIdFormat: t('applications.saml.assertions.name_id_format'),
  isEncrypted: t('applications.saml.assertions.encrypt'),
  encryptThenSign: t('applications.saml.assertions.encrypt_then_sign'),
  encryptionCertificate: t('applications.saml.assertions.encryption_certificate'),
});

/** Undefined for values that are shown as they are. */
export const samlText = (
  field: SamlSettingsField,
  { acsIndexes, nameIdFormat, singleLogoutBinding }: SamlSettingsValues,
  t: TFunction,
): string | undefined => {
  if (field === 'nameIdFormat') return formatTitle(nameIdFormat, t);
  if (field === 'acsIndexes') return acsIndexes.map(({ index, url }) => `${index}: ${url}`).join(', ');
  return field === 'singleLogoutBinding' ? bindingNames[singleLogoutBinding] : undefined;
};
