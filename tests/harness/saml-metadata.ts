// Metadata of SAML identity providers, as they publish it.
import { selfSigned } from '@tessera/server/infrastructure/outbound/self-signed';

export const samlIssuer = 'https://idp.example/metadata';
export const samlSignOnUrl = 'https://idp.example/sso';

export const newCertificate = (): string => selfSigned('idp.example', 'rsa').cert;

const contentOf = (certificate: string) => certificate.replaceAll(/-----[^-]+-----|\s/g, '');

export const samlMetadata = (certificates: readonly string[], entityId = samlIssuer): string => {
  const keys = certificates.map(
    (certificate) =>
      `<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${contentOf(certificate)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`,
  );
  return `<?xml version="1.0"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}"><md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${keys.join('')}<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${samlSignOnUrl}"/></md:IDPSSODescriptor></md:EntityDescriptor>`;
};
