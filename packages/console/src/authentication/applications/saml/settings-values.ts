// Converts the settings of a SAML application between the API's format and the form's values.
import type {
  AssertionConsumer,
  SamlApplication,
  SamlEndpoint,
  ServiceProvider,
} from '@tessera/contract/saml-applications';
import { postBinding } from '@tessera/contract/saml-words';

export type SamlSettingsValues = {
  name: string;
  description: string;
  entityId: string;
  acsUrl: string;
  otherAcsUrls: string[];
  /** From the metadata of the service provider. */
  acsIndexes: NonNullable<AssertionConsumer['indexes']>;
  signingCertificate: string;
  wantsSignedRequests: boolean;
  singleLogoutUrl: string;
  singleLogoutBinding: SamlEndpoint['binding'];
  defaultRelayState: string;
  nameIdFormat: SamlApplication['nameIdFormat'];
  isEncrypted: boolean;
  encryptThenSign: boolean;
  encryptionCertificate: string;
};
export type SamlSettingsField = keyof SamlSettingsValues;

/** One row at least. */
const rowsOf = (urls: readonly string[]) => (urls.length > 0 ? [...urls] : ['']);

export const valuesOf = (application: SamlApplication): SamlSettingsValues => ({
  name: application.name,
  description: application.description ?? '',
  entityId: application.entityId ?? '',
  acsUrl: application.acsUrl?.url ?? '',
  otherAcsUrls: rowsOf(application.otherAcsUrls),
  acsIndexes: application.acsUrl?.indexes ?? [],
  signingCertificate: application.signingCertificate ?? '',
  wantsSignedRequests: application.wantsSignedRequests,
  singleLogoutUrl: application.singleLogoutUrl?.url ?? '',
  singleLogoutBinding: application.singleLogoutUrl?.binding ?? postBinding,
  defaultRelayState: application.defaultRelayState ?? '',
  nameIdFormat: application.nameIdFormat,
  isEncrypted: application.encryption?.encryptAssertion ?? false,
  encryptThenSign: application.encryption?.encryptThenSign ?? false,
  encryptionCertificate: application.encryption?.certificate ?? '',
});

const textOrNull = (text: string) => (text.trim() === '' ? null : text.trim());
const endpointOf = (text: string, binding: SamlEndpoint['binding']) => {
  const url = textOrNull(text);
  return url === null ? null : { binding, url };
};
const trimmedRows = (rows: readonly string[]) => rows.map((url) => url.trim()).filter((url) => url !== '');
/** Without indexes of URLs that were removed. Any index leads to the only URL. */
const consumerOf = ({ acsUrl, otherAcsUrls, acsIndexes }: SamlSettingsValues): AssertionConsumer | null => {
  const url = textOrNull(acsUrl);
  if (url === null) return null;
  const others = trimmedRows(otherAcsUrls);
  const indexes = others.length > 0 ? acsIndexes.filter((one) => [url, ...others].includes(one.url)) : [];
  return { binding: postBinding, url, ...(indexes.length > 0 && { indexes }) };
};
const encryptionOf = ({ isEncrypted, encryptThenSign, encryptionCertificate }: SamlSettingsValues) =>
  isEncrypted ? { encryptAssertion: true, encryptThenSign, certificate: encryptionCertificate.trim() } : null;

const bodyOf = (values: SamlSettingsValues) => ({
  name: values.name.trim(),
  description: values.description.trim(),
  entityId: textOrNull(values.entityId),
  acsUrl: consumerOf(values),
  otherAcsUrls: trimmedRows(values.otherAcsUrls),
  signingCertificate: textOrNull(values.signingCertificate),
  wantsSignedRequests: values.wantsSignedRequests,
  singleLogoutUrl: endpointOf(values.singleLogoutUrl, values.singleLogoutBinding),
  defaultRelayState: textOrNull(values.defaultRelayState),
  nameIdFormat: values.nameIdFormat,
  encryption: encryptionOf(values),
});
type Body = ReturnType<typeof bodyOf>;

/** The API's fields that are made of several inputs. */
const combined: Partial<Record<SamlSettingsField, keyof Body>> = {
  acsIndexes: 'acsUrl',
  singleLogoutBinding: 'singleLogoutUrl',
  isEncrypted: 'encryption',
  encryptThenSign: 'encryption',
  encryptionCertificate: 'encryption',
};

/** The PATCH body with the changed fields only; the server replaces each as a whole. */
export function patchOf(values: SamlSettingsValues, changed: readonly SamlSettingsField[]): Partial<Body> {
  const body = bodyOf(values);
  const fields = new Set<string>(changed.map((field) => combined[field] ?? field));
  return Object.fromEntries(Object.entries(body).filter(([field]) => fields.has(field)));
}

/** The inputs that a service provider's metadata fills in; those it does not mention keep their values. */
export const importedValues = (found: ServiceProvider, encrypt: boolean): Partial<SamlSettingsValues> => ({
  entityId: found.entityId,
  ...(found.acsUrl && {
    ...{ acsUrl: found.acsUrl.url, otherAcsUrls: rowsOf(found.otherAcsUrls) },
    acsIndexes: found.acsUrl.indexes ?? [],
  }),
  ...(found.singleLogoutUrl && {
    singleLogoutUrl: found.singleLogoutUrl.url,
    singleLogoutBinding: found.singleLogoutUrl.binding,
  }),
  ...(found.signingCertificate !== null && {
    signingCertificate: found.signingCertificate,
    wantsSignedRequests: found.signsRequests,
  }),
  ...(found.nameIdFormat !== null && { nameIdFormat: found.nameIdFormat }),
  ...(encrypt &&
    found.encryptionCertificate !== null && { isEncrypted: true, encryptionCertificate: found.encryptionCertificate }),
});
