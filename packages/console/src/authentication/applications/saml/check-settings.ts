// Validates the settings of a SAML application, and finds the field of an error that the server reports.
import { isWebUrl } from '@tessera/contract/web-url';
import type { TFunction } from 'i18next';
import type { Issue } from '../../../kit/field-issues.ts';
import { checkLength, checkRequired, withoutGaps } from '../../../kit/required-text.ts';
import { checkDescription, checkName } from '../check-texts.ts';
import type { SamlSettingsValues } from './settings-values.ts';

const idLength = 1024;
const urlLength = 2048;
const certificateLength = 32_768;
const pem = /^-----BEGIN CERTIFICATE-----\s[\s\S]+-----END CERTIFICATE-----$/;

export const checkUrl = (text: string, t: TFunction): string | undefined => {
  const url = text.trim();
  if (!isWebUrl(url)) return t('applications.saml.errors.url');
  return checkLength(url, urlLength, t);
};
const checkPem = (text: string, t: TFunction) =>
  pem.test(text.trim()) ? checkLength(text, certificateLength, t) : t('applications.saml.errors.certificate');

const ifFilled = (text: string, t: TFunction, check: typeof checkUrl) =>
  text.trim() === '' ? undefined : check(text, t);

const checkRows = (urls: readonly string[], t: TFunction) =>
  Object.fromEntries(urls.map((url, index) => [`otherAcsUrls.${index}`, ifFilled(url, t, checkUrl)]));

export const checkSamlSettings = (values: SamlSettingsValues, t: TFunction): Record<string, string> =>
  withoutGaps({
    name: checkName(values.name, t),
    description: checkDescription(values.description, t),
    entityId: checkLength(values.entityId, idLength, t),
    acsUrl: ifFilled(values.acsUrl, t, checkUrl),
    ...checkRows(values.otherAcsUrls, t),
    signingCertificate: ifFilled(values.signingCertificate, t, checkPem),
    singleLogoutUrl: ifFilled(values.singleLogoutUrl, t, checkUrl),
    defaultRelayState: checkLength(values.defaultRelayState, idLength, t),
    encryptionCertificate: values.isEncrypted
      ? (checkRequired(values.encryptionCertificate, certificateLength, t) ?? checkPem(values.encryptionCertificate, t))
      : undefined,
  });

/** Undefined for a field that the page does not show. */
export function refusedField({ path: [field] }: Issue, values: SamlSettingsValues): string | undefined {
  if (field === 'otherAcsUrls') return 'otherAcsUrls.0';
  if (field === 'encryption') return 'encryptionCertificate';
  return typeof field === 'string' && Object.hasOwn(values, field) ? field : undefined;
}
