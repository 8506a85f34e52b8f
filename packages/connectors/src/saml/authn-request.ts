// Authentication requests: in a URL for the redirect binding, or as a form field for the POST binding.
import { type KeyObject, sign } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { SignedXml } from 'xml-crypto';
import * as names from './names.ts';
import { escapeXml } from './xml.ts';

export const rsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';

export type AuthnRequest = {
  id: string;
  /** Sign-in URL of the identity provider. */
  destination: string;
  issuer: string;
  assertionConsumerServiceUrl: string;
  now: number;
  nameIdFormat?: string | undefined;
};
export type SigningKey = { privateKey: KeyObject; algorithm: string };

const hashOf = (algorithm: string) => /sha(1|256|384|512)$/.exec(algorithm)?.[0] ?? 'sha256';

export const authnRequestXml = (request: AuthnRequest): string => {
  const { id, destination, issuer, assertionConsumerServiceUrl, now, nameIdFormat } = request;
  const policy = nameIdFormat
    ? `<samlp:NameIDPolicy Format="${escapeXml(nameIdFormat)}" AllowCreate="true"></samlp:NameIDPolicy>`
    : '';
  return `<samlp:AuthnRequest xmlns:samlp="${names.protocol}" xmlns:saml="${names.assertion}" ID="${escapeXml(id)}" Version="2.0" IssueInstant="${new Date(now).toISOString()}" Destination="${escapeXml(destination)}" ProtocolBinding="${names.postBinding}" AssertionConsumerServiceURL="${escapeXml(assertionConsumerServiceUrl)}"><saml:Issuer>${escapeXml(issuer)}</saml:Issuer>${policy}</samlp:AuthnRequest>`;
};

/** The URL for the redirect binding. The signature covers the parameters as they are written in it. */
export const redirectUrl = (request: AuthnRequest, relayState: string, signing?: SigningKey): string => {
  const deflated = deflateRawSync(Buffer.from(authnRequestXml(request))).toString('base64');
  const parameters = [
    ['SAMLRequest', deflated],
    ['RelayState', relayState],
    ...(signing ? [['SigAlg', signing.algorithm]] : []),
  ];
  const query = parameters.map(([name, value]) => `${name}=${encodeURIComponent(value ?? '')}`).join('&');
  const start = `${request.destination}${request.destination.includes('?') ? '&' : '?'}`;
  if (!signing) return start + query;
  const value = sign(hashOf(signing.algorithm), Buffer.from(query), signing.privateKey).toString('base64');
  return `${start}${query}&Signature=${encodeURIComponent(value)}`;
};

/** The value of the form field `SAMLRequest` of the POST binding, before base 64. */
export const postedXml = (request: AuthnRequest, signing?: SigningKey): string => {
  const xml = authnRequestXml(request);
  if (!signing) return xml;
  const library = new SignedXml({
    privateKey: signing.privateKey,
    signatureAlgorithm: signing.algorithm,
    canonicalizationAlgorithm: names.exclusive,
  });
  const digestAlgorithm = `${names.encryption}sha256`;
  library.addReference({
    xpath: "/*[local-name(.)='AuthnRequest']",
    transforms: [names.enveloped, names.exclusive],
    digestAlgorithm,
    uri: `#${request.id}`,
  });
  const location = { reference: "/*/*[local-name(.)='Issuer']", action: 'after' as const };
  library.computeSignature(xml, { prefix: 'ds', location });
  return library.getSignedXml();
};
