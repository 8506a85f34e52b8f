// Names of SAML bindings, which are not translated, texts of name ID formats, and short names of certificates.
import type { SamlCertificate, SamlEndpoint } from '@tessera/contract/saml-applications';
import { type NameIdFormat, postBinding, redirectBinding } from '@tessera/contract/saml-words';
import type { TFunction } from 'i18next';

export const bindingNames: Record<SamlEndpoint['binding'], string> = {
  [postBinding]: 'HTTP-POST',
  [redirectBinding]: 'HTTP-Redirect',
};

const formats = {
  'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent': 'persistent',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress': 'email',
  'urn:oasis:names:tc:SAML:2.0:nameid-format:transient': 'transient',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified': 'unspecified',
} as const satisfies Record<NameIdFormat, string>;

export const formatTitle = (format: NameIdFormat, t: TFunction): string =>
  t(`applications.saml.assertions.formats.${formats[format]}`);
export const formatText = (format: NameIdFormat, t: TFunction): string =>
  t(`applications.saml.assertions.format_texts.${formats[format]}`);

/** Enough digits to recognize a certificate. */
const digits = 8;
export const certificateName = ({ fingerprints }: SamlCertificate): string =>
  fingerprints.sha256.unformatted.slice(0, digits);
