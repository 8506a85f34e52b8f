// Configuration of the SAML connector.

import { createPrivateKey, type KeyObject } from 'node:crypto';
import { satisfies } from '@tessera/contract/field-issues';
import * as z from 'zod/mini';
import { webUrl } from '../config-fields.ts';
import { readCertificates } from '../saml/certificates.ts';
import { readMetadata } from '../saml/metadata.ts';
import { optional, required } from './form.ts';
import { profileMap } from './profile-map.ts';

export const algorithms = {
  'http://www.w3.org/2000/09/xmldsig#rsa-sha1': 'RSA SHA1',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256': 'RSA SHA256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512': 'RSA SHA512',
} as const;
type Algorithm = keyof typeof algorithms;
const algorithmNames = Object.keys(algorithms) as [Algorithm, ...Algorithm[]];
export const sha256: Algorithm = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';

export const formats = {
  'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified': 'Unspecified',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress': 'Email address',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:X509SubjectName': 'X.509 subject name',
  'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent': 'Persistent',
  'urn:oasis:names:tc:SAML:2.0:nameid-format:transient': 'Transient',
} as const;
type Format = keyof typeof formats;
const formatNames = Object.keys(formats) as [Format, ...Format[]];
export const unspecified: Format = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified';

const isReadable = (read: () => unknown): boolean => {
  try {
    return Boolean(read());
  } catch {
    return false;
  }
};
/** Undefined if it can't be opened with the password. */
export const openKey = (key = '', passphrase = ''): KeyObject | undefined => {
  try {
    return createPrivateKey({ key, ...(passphrase && { passphrase }) });
  } catch {
    return undefined;
  }
};

const opens = (...key: Parameters<typeof openKey>) => openKey(...key) !== undefined;

const flag = z._default(z.boolean(), false);
/** Earlier configurations have a list of one. */
const nameIdFormat = z.pipe(
  z.union([z.enum(formatNames), z.array(z.enum(formatNames))]),
  z.transform((given) => (Array.isArray(given) ? (given[0] ?? unspecified) : given)),
);

export const samlConfig = z
  .object({
    entityID: required,
    signInEndpoint: z.optional(webUrl),
    x509Certificate: required.check(satisfies((text) => isReadable(() => readCertificates(text)), 'certificate')),
    idpMetadataXml: required.check(satisfies((xml) => isReadable(() => readMetadata(xml).redirectUrl), 'idp_metadata')),
    assertionConsumerServiceUrl: webUrl,
    requestSignatureAlgorithm: z._default(z.enum(algorithmNames), sha256),
    // Both orders are accepted in responses.
    messageSigningOrder: z._default(z.enum(['sign-then-encrypt', 'encrypt-then-sign']), 'sign-then-encrypt'),
    signAuthnRequest: flag,
    privateKey: optional,
    privateKeyPass: optional,
    encryptAssertion: flag,
    encPrivateKey: optional,
    encPrivateKeyPass: optional,
    nameIDFormat: z._default(nameIdFormat, unspecified),
    timeout: z._default(z.number().check(z.minimum(0), z.maximum(300_000)), 10_000),
    profileMap,
  })
  .check(
    satisfies((given) => !given.signAuthnRequest || opens(given.privateKey, given.privateKeyPass), 'private_key', [
      'privateKey',
    ]),
    satisfies(
      (given) => !given.encryptAssertion || opens(given.encPrivateKey, given.encPrivateKeyPass),
      'private_key',
      ['encPrivateKey'],
    ),
  );
export type SamlSettings = z.output<typeof samlConfig>;
