// The metadata of this identity provider, for the service provider to import.
import { canonicalAttribute, canonicalText } from './canonical.ts';
import * as names from './names.ts';
import { keyDescriptor } from './service-provider-metadata.ts';

export type IdentityProvider = {
  entityId: string;
  signInUrl: string;
  /** Undefined without single logout. */
  logoutUrl: string | undefined;
  /** PEM, the one in use first. Others follow so that service providers trust them before they are used. */
  certificates: readonly string[];
  nameIdFormat: string;
  wantsSignedRequests: boolean;
};

const services = (name: string, url: string) =>
  [names.redirectBinding, names.postBinding]
    .map((binding) => `<md:${name} Binding="${binding}" Location="${canonicalAttribute(url)}"></md:${name}>`)
    .join('');

export const identityProviderMetadata = (provider: IdentityProvider): string => {
  const { entityId, signInUrl, logoutUrl, certificates, nameIdFormat, wantsSignedRequests } = provider;
  const keys = certificates.map((pem) => keyDescriptor('signing', pem)).join('');
  const content = [
    ...[keys, logoutUrl === undefined ? '' : services('SingleLogoutService', logoutUrl)],
    `<md:NameIDFormat>${canonicalText(nameIdFormat)}</md:NameIDFormat>`,
    services('SingleSignOnService', signInUrl),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="${names.metadata}" xmlns:ds="${names.signature}" entityID="${canonicalAttribute(entityId)}"><md:IDPSSODescriptor WantAuthnRequestsSigned="${wantsSignedRequests}" protocolSupportEnumeration="${names.protocol}">${content.join('')}</md:IDPSSODescriptor></md:EntityDescriptor>
`;
};
