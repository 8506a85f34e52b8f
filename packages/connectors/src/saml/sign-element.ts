// Signs elements that are written in canonical form.
import { createHash, type KeyObject, sign } from 'node:crypto';
import * as names from './names.ts';
import { bareCertificate } from './service-provider-metadata.ts';

/** An element without its signature, which goes after the first child. */
export type Unsigned = { before: string; after: string; id: string };
export type Signer = { privateKey: KeyObject; certificate: string };

export const rsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const transforms = [names.enveloped, names.exclusive]
  .map((name) => `<ds:Transform Algorithm="${name}"></ds:Transform>`)
  .join('');

export const signElement = ({ before, after, id }: Unsigned, { privateKey, certificate }: Signer): string => {
  const digest = createHash('sha256').update(`${before}${after}`).digest('base64');
  const inner = `<ds:CanonicalizationMethod Algorithm="${names.exclusive}"></ds:CanonicalizationMethod><ds:SignatureMethod Algorithm="${rsaSha256}"></ds:SignatureMethod><ds:Reference URI="#${id}"><ds:Transforms>${transforms}</ds:Transforms><ds:DigestMethod Algorithm="${names.encryption}sha256"></ds:DigestMethod><ds:DigestValue>${digest}</ds:DigestValue></ds:Reference>`;
  // Alone, the element declares its prefix itself.
  const content = `<ds:SignedInfo xmlns:ds="${names.signature}">${inner}</ds:SignedInfo>`;
  const value = sign('sha256', Buffer.from(content), privateKey).toString('base64');
  const keyInfo = `<ds:KeyInfo><ds:X509Data><ds:X509Certificate>${bareCertificate(certificate)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>`;
  return `${before}<ds:Signature xmlns:ds="${names.signature}"><ds:SignedInfo>${inner}</ds:SignedInfo><ds:SignatureValue>${value}</ds:SignatureValue>${keyInfo}</ds:Signature>${after}`;
};
