// The metadata of a SAML identity provider: entity ID, sign-in URLs of both bindings, and signing certificates.
import type { X509Certificate } from 'node:crypto';
import type { XmlElement } from '@xmldom/xmldom/lib/dom-parser.js';
import { readCertificates } from './certificates.ts';
import * as names from './names.ts';
import { SamlError } from './saml-error.ts';
import { childrenNamed, descendants, isNamed, parseXml, requiredChild, textOf, xmlText } from './xml.ts';

export type IdentityProvider = {
  entityId: string;
  /** At least one of them. */
  redirectUrl: string | undefined;
  postUrl: string | undefined;
  /** All that may have signed a response: providers publish the next one before they use it. */
  certificates: X509Certificate[];
  wantsSignedRequests: boolean;
};

const isWeb = (url: string) => /^https?:$/.test(URL.parse(url)?.protocol ?? '');

const serviceUrl = (descriptor: XmlElement, binding: string): string | undefined => {
  const services = childrenNamed(descriptor, names.metadata, 'SingleSignOnService');
  const urls = services.filter((service) => service.getAttribute('Binding') === binding);
  return urls.map((service) => service.getAttribute('Location') ?? '').find(isWeb);
};

const signingCertificates = (descriptor: XmlElement): X509Certificate[] => {
  const keys = childrenNamed(descriptor, names.metadata, 'KeyDescriptor');
  // A key without a declared use serves both.
  const signing = keys.filter((key) => (key.getAttribute('use') || 'signing') === 'signing');
  const texts = signing
    .flatMap(descendants)
    .filter((element) => isNamed(element, names.signature, 'X509Certificate'))
    .map(textOf);
  const found = texts.flatMap(readCertificates);
  return [...new Map(found.map((certificate) => [certificate.fingerprint256, certificate])).values()];
};

const descriptorIn = (root: XmlElement): { entity: XmlElement; descriptor: XmlElement } => {
  const entities = descendants(root).filter((element) => isNamed(element, names.metadata, 'EntityDescriptor'));
  const providers = entities.filter((entity) => childrenNamed(entity, names.metadata, 'IDPSSODescriptor').length > 0);
  const [entity] = providers;
  if (!entity || providers.length > 1) {
    throw new SamlError('metadata_malformed', { received: `${providers.length} identity providers` });
  }
  return { entity, descriptor: requiredChild(entity, names.metadata, 'IDPSSODescriptor', 'metadata_malformed') };
};

const parse = (xml: string): XmlElement => {
  try {
    return parseXml(xmlText(Buffer.from(xml), { allowComments: true }));
  } catch (cause) {
    if (cause instanceof SamlError && cause.reason === 'doctype_forbidden') throw cause;
    const received = cause instanceof SamlError ? (cause.received ?? cause.reason) : 'not XML';
    throw new SamlError('metadata_malformed', { cause, received });
  }
};

/** `now` is compared with the end of the metadata's validity; without it, expired metadata is read as well. */
export const readMetadata = (xml: string, now?: number): IdentityProvider => {
  const { entity, descriptor } = descriptorIn(parse(xml));
  const entityId = entity.getAttribute('entityID')?.trim();
  if (!entityId) throw new SamlError('entity_id_missing');
  const validUntil = entity.getAttribute('validUntil');
  if (now !== undefined && validUntil && !(Date.parse(validUntil) > now)) {
    throw new SamlError('metadata_expired', { received: validUntil });
  }
  const redirectUrl = serviceUrl(descriptor, names.redirectBinding);
  const postUrl = serviceUrl(descriptor, names.postBinding);
  if (!redirectUrl && !postUrl) throw new SamlError('sign_in_endpoint_missing');
  const wantsSignedRequests = /^(true|1)$/.test(descriptor.getAttribute('WantAuthnRequestsSigned') ?? '');
  return { entityId, redirectUrl, postUrl, certificates: signingCertificates(descriptor), wantsSignedRequests };
};
