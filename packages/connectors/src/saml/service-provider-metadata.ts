// The metadata of this service provider, for the identity provider to import.
import * as names from './names.ts';
import { escapeXml } from './xml.ts';

export type ServiceProvider = {
  entityId: string;
  assertionConsumerServiceUrl: string;
  /** PEM; used for signed requests and encrypted assertions. */
  certificates: readonly string[];
  signsRequests: boolean;
};

export const bareCertificate = (pem: string) => pem.replace(/-----[^-]+-----|\s+/g, '');

export const keyDescriptor = (use: string, pem: string) =>
  `<md:KeyDescriptor use="${use}"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${bareCertificate(pem)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`;

export const serviceProviderMetadata = (provider: ServiceProvider): string => {
  const { entityId, assertionConsumerServiceUrl, certificates, signsRequests } = provider;
  const keys = ['signing', 'encryption'].flatMap((use) => certificates.map((pem) => keyDescriptor(use, pem)));
  return `<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="${names.metadata}" xmlns:ds="${names.signature}" entityID="${escapeXml(entityId)}"><md:SPSSODescriptor AuthnRequestsSigned="${signsRequests}" WantAssertionsSigned="true" protocolSupportEnumeration="${names.protocol}">${keys.join('')}<md:AssertionConsumerService Binding="${names.postBinding}" Location="${escapeXml(assertionConsumerServiceUrl)}" index="0" isDefault="true"></md:AssertionConsumerService></md:SPSSODescriptor></md:EntityDescriptor>
`;
};
