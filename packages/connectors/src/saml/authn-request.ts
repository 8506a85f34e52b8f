// Authentication requests: in a URL for the redirect binding, or as a form field for the POST binding.
import { type KeyObject, sign } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { SignedXml } from 'xml-crypto';
import * as names from './names.ts';
import { escapeXml } from './xml.ts';

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

type Redirect = {
  name: 'SAMLRequest' | 'SAMLResponse';
  xml: string;
  relayState?: string | undefined;
  signing?: SigningKey | undefined;
};

/** A URL of the redirect binding. The signature covers the parameters as they are written in it. */
export const redirectWith = (destination: string, { name, xml, relayState, signing }: Redirect): string => {
  const parameters = [
    [name, deflateRawSync(Buffer.from(xml)).toString('base64')],
    ...(relayState === undefined ? [] : [['RelayState', relayState]]),
    ...(signing ? [['SigAlg', signing.algorithm]] : []),
  ];
  const query = parameters.map(([key, value]) => `${key}=${encodeURIComponent(value ?? '')}`).join('&');
  const { href } = new URL(destination);
  const start = `${href}${href.includes('?') ? '&' : '?'}`;
  if (!signing) return start + query;
  const value = sign(hashOf(signing.algorithm), Buffer.from(query), signing.privateKey).toString('base64');
  return `${start}${query}&Signature=${encodeURIComponent(value)}`;
};

export const redirectUrl = (request: AuthnRequest, relayState: string, signing?: SigningKey): string =>
  redirectWith(request.destination, { name: 'SAMLRequest', xml: authnRequestXml(request), relayState, signing });

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
