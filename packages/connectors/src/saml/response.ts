// Reads a SAML response. Nothing counts that is not covered by a signature; the parts of the envelope outside of it can
// only lead to a rejection.
import type { KeyObject } from 'node:crypto';
import type { XmlElement } from '@xmldom/xmldom/lib/dom-parser.js';
import { checkAssertion, checkIssuer, type Expectation, type Identity } from './assertion.ts';
import { decryptAssertion } from './decrypt.ts';
import { mostResponseBytes, mostResponseText } from './limits.ts';
import * as names from './names.ts';
import { SamlError } from './saml-error.ts';
import { checkSignaturePlaces, readSigned, type Trust } from './signature.ts';
import { childElements, descendants, isNamed, onlyChild, parseXml, requiredChild, textOf, xmlText } from './xml.ts';

export type ResponseOptions = Expectation & { trust: Trust; decryptionKeys?: readonly KeyObject[] };

/** From the form field of the POST binding. */
export const decodeResponse = (base64: string): Buffer => {
  if (base64.length > mostResponseText) throw new SamlError('response_too_large');
  const compact = base64.replace(/\s+/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(compact)) throw new SamlError('response_unreadable', { received: 'not base 64' });
  return Buffer.from(compact, 'base64');
};

const checkStatus = (response: XmlElement) => {
  const status = requiredChild(response, names.protocol, 'Status');
  const code = requiredChild(status, names.protocol, 'StatusCode');
  const value = code.getAttribute('Value') ?? '';
  if (value === names.success) return;
  const detail = onlyChild(code, names.protocol, 'StatusCode')?.getAttribute('Value');
  const message = onlyChild(status, names.protocol, 'StatusMessage');
  const received = [detail || value, message && textOf(message)].filter(Boolean).join(' ');
  throw new SamlError('status_failure', { received });
};

const order = ['Issuer', 'Signature', 'Extensions', 'Status', 'Assertion'];

/** The children that the schema allows, in its order. */
const checkEnvelope = (response: XmlElement, { recipient, requestId, issuer }: ResponseOptions) => {
  if (!isNamed(response, names.protocol, 'Response') || response.getAttribute('Version') !== '2.0') {
    throw new SamlError('response_malformed', { received: response.localName });
  }
  const places = childElements(response).map(({ localName }) => order.indexOf(localName.replace('Encrypted', '')));
  if (places.some((place, index) => place < 0 || (index > 0 && place <= (places[index - 1] ?? -1)))) {
    checkCount(response);
    throw new SamlError('response_malformed', {
      received: childElements(response)
        .map((one) => one.localName)
        .join(),
    });
  }
  checkStatus(response);
  if (onlyChild(response, names.assertion, 'Issuer')) checkIssuer(response, issuer);
  const destination = response.getAttribute('Destination');
  if (destination && destination !== recipient) {
    throw new SamlError('destination_mismatch', { expected: recipient, received: destination });
  }
  const answered = response.getAttribute('InResponseTo') || undefined;
  if (answered === undefined || answered === requestId) return;
  if (requestId === undefined) throw new SamlError('unsolicited', { received: answered });
  throw new SamlError('request_mismatch', { expected: requestId, received: answered });
};

const isAssertion = (element: XmlElement) =>
  isNamed(element, names.assertion, 'Assertion') || isNamed(element, names.assertion, 'EncryptedAssertion');

/** In any namespace, since another reader could ignore it. */
const isAssertionLike = ({ localName }: XmlElement) => /^(Encrypted)?Assertion$/.test(localName);

/** Assertions anywhere but in their place are not accepted either, since another reader could prefer those. */
const checkCount = (response: XmlElement): XmlElement => {
  const all = descendants(response).filter(isAssertionLike);
  const [found] = childElements(response).filter(isAssertion);
  if (!found || all.length !== 1) throw new SamlError('assertion_count', { received: String(all.length) });
  return found;
};

/** The message as its own signature covers it, or as it is if it has none. */
const openMessage = (xml: string, options: ResponseOptions): { message: XmlElement; isSigned: boolean } => {
  const message = parseXml(xml);
  checkEnvelope(message, options);
  checkSignaturePlaces(message, [message, checkCount(message)]);
  const signed = readSigned(message, options.trust);
  return { message: signed ?? message, isSigned: signed !== undefined };
};

const openAssertion = (message: XmlElement, keys: readonly KeyObject[]): XmlElement => {
  const found = checkCount(message);
  if (!isNamed(found, names.assertion, 'EncryptedAssertion')) return found;
  const decrypted = decryptAssertion(found, keys);
  checkSignaturePlaces(decrypted, [decrypted]);
  const nested = descendants(decrypted).filter(isAssertionLike);
  if (nested.length !== 1) throw new SamlError('assertion_count', { received: String(nested.length) });
  return decrypted;
};

export const readResponse = (bytes: Uint8Array, options: ResponseOptions): Identity => {
  if (bytes.length > mostResponseBytes) {
    throw new SamlError('response_too_large', { received: `${bytes.length} bytes` });
  }
  const { message, isSigned } = openMessage(xmlText(bytes), options);
  const assertion = openAssertion(message, options.decryptionKeys ?? []);
  const signed = readSigned(assertion, options.trust);
  if (!signed && !isSigned) throw new SamlError('signature_missing');
  return checkAssertion(signed ?? assertion, options);
};
