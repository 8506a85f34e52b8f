// The metadata of a SAML identity provider or service provider: entity ID, URLs and certificates.

import type { X509Certificate } from 'node:crypto';
import { isWebUrl } from '@tessera/contract/web-url';
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

const isWeb = (url: string) => url.length <= 2048 && isWebUrl(url);

const serviceUrl = (descriptor: XmlElement, name: string, binding: string): string | undefined => {
  const services = childrenNamed(descriptor, names.metadata, name);
  const urls = services.filter((service) => service.getAttribute('Binding') === binding);
  // Where answers go, if that is another URL.
  return urls
    .map((service) => service.getAttribute('ResponseLocation') || service.getAttribute('Location') || '')
    .find(isWeb);
};

const certificatesOf = (descriptor: XmlElement, use: 'signing' | 'encryption'): X509Certificate[] => {
  const keys = childrenNamed(descriptor, names.metadata, 'KeyDescriptor');
  // A key without a declared use serves both.
  const fitting = keys.filter((key) => (key.getAttribute('use') || use) === use);
  const texts = fitting
    .flatMap(descendants)
    .filter((element) => isNamed(element, names.signature, 'X509Certificate'))
    .map(textOf);
  const found = texts.flatMap(readCertificates);
  return [...new Map(found.map((certificate) => [certificate.fingerprint256, certificate])).values()];
};

const roles = { IDPSSODescriptor: 'identity providers', SPSSODescriptor: 'service providers' };

type Described = { entityId: string; entity: XmlElement; descriptor: XmlElement };

const descriptorIn = (root: XmlElement, role: keyof typeof roles): Described => {
  const entities = descendants(root).filter((element) => isNamed(element, names.metadata, 'EntityDescriptor'));
  const providers = entities.filter((one) => childrenNamed(one, names.metadata, role).length > 0);
  const [entity] = providers;
  if (!entity || providers.length > 1) {
    throw new SamlError('metadata_malformed', { received: `${providers.length} ${roles[role]}` });
  }
  const entityId = entity.getAttribute('entityID')?.trim();
  if (!entityId) throw new SamlError('entity_id_missing');
  return { entityId, entity, descriptor: requiredChild(entity, names.metadata, role, 'metadata_malformed') };
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
  const { entityId, entity, descriptor } = descriptorIn(parse(xml), 'IDPSSODescriptor');
  const validUntil = entity.getAttribute('validUntil');
  if (now !== undefined && validUntil && !(Date.parse(validUntil) > now)) {
    throw new SamlError('metadata_expired', { received: validUntil });
  }
  const redirectUrl = serviceUrl(descriptor, 'SingleSignOnService', names.redirectBinding);
  const postUrl = serviceUrl(descriptor, 'SingleSignOnService', names.postBinding);
  if (!redirectUrl && !postUrl) throw new SamlError('sign_in_endpoint_missing');
  const wantsSignedRequests = /^(true|1)$/.test(descriptor.getAttribute('WantAuthnRequestsSigned') ?? '');
  return { entityId, redirectUrl, postUrl, certificates: certificatesOf(descriptor, 'signing'), wantsSignedRequests };
};

type Endpoint = { binding: typeof names.postBinding | typeof names.redirectBinding; url: string };
export type ConsumerService = { url: string; index: number | undefined };
export type ServiceProvider = {
  entityId: string;
  /** Of the POST binding, which alone carries assertions. The default is the first. */
  assertionConsumerServices: ConsumerService[];
  singleLogout: Endpoint | undefined;
  signingCertificates: X509Certificate[];
  signsRequests: boolean;
  encryptionCertificates: X509Certificate[];
  nameIdFormats: string[];
};

const indexOf = (service: XmlElement): number | undefined => {
  const index = service.getAttribute('index') ?? '';
  return /^\d{1,5}$/.test(index) ? Number(index) : undefined;
};

const consumerServices = (descriptor: XmlElement): ConsumerService[] => {
  const services = childrenNamed(descriptor, names.metadata, 'AssertionConsumerService').filter(
    (service) => service.getAttribute('Binding') === names.postBinding && isWeb(service.getAttribute('Location') ?? ''),
  );
  const marked = services.find((service) => /^(true|1)$/.test(service.getAttribute('isDefault') ?? ''));
  const sorted = marked ? [marked, ...services.filter((service) => service !== marked)] : services;
  return sorted.map((service) => ({ url: service.getAttribute('Location') ?? '', index: indexOf(service) }));
};

export const readServiceProvider = (xml: string): ServiceProvider => {
  const { entityId, descriptor } = descriptorIn(parse(xml), 'SPSSODescriptor');
  const bindings = [names.postBinding, names.redirectBinding] as const;
  const [singleLogout] = bindings.flatMap((binding) => {
    const url = serviceUrl(descriptor, 'SingleLogoutService', binding);
    return url ? [{ binding, url }] : [];
  });
  return {
    entityId,
    assertionConsumerServices: consumerServices(descriptor),
    singleLogout,
    signingCertificates: certificatesOf(descriptor, 'signing'),
    signsRequests: /^(true|1)$/.test(descriptor.getAttribute('AuthnRequestsSigned') ?? ''),
    encryptionCertificates: certificatesOf(descriptor, 'encryption'),
    nameIdFormats: childrenNamed(descriptor, names.metadata, 'NameIDFormat').map(textOf),
  };
};
