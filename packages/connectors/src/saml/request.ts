// Reads the requests of service providers: sign-in and logout, in both bindings. Where the service provider has keys,
// a signature has to be one of theirs, and only sign-in requests may have none if the application allows it.
import type { KeyObject } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import type { XmlElement } from '@xmldom/xmldom/lib/dom-parser.js';
import * as names from './names.ts';
import { SamlError } from './saml-error.ts';
import { checkSignaturePlaces, readSigned } from './signature.ts';
import { isSignedBy, signatureAlgorithm } from './signature-algorithms.ts';
import { childrenNamed, isNamed, onlyChild, parseXml, requiredChild, textOf, xmlText } from './xml.ts';

const mostBytes = 65_536;

/** `query`: the query as sent, for the redirect binding. */
export type Message = { binding: 'redirect'; query: string } | { binding: 'post'; request: string };

type Common = { id: string; issuer: string; destination: string | undefined; issuedAt: number };
export type AuthnRequest = Common & {
  assertionConsumerServiceUrl: string | undefined;
  /** Of the service in the metadata of the service provider. */
  assertionConsumerServiceIndex: string | undefined;
  /** That the name ID should have. */
  nameIdFormat: string | undefined;
  forceAuthn: boolean;
  isPassive: boolean;
};
export type LogoutRequest = Common & { nameId: string; sessionIndexes: string[]; expiresAt: number | undefined };

const decode = (base64: string): Buffer => {
  const compact = base64.replace(/\s+/g, '');
  if (compact.length > mostBytes * 1.5) throw new SamlError('response_too_large');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(compact)) throw new SamlError('response_unreadable', { received: 'not base 64' });
  return Buffer.from(compact, 'base64');
};

const inflate = (bytes: Buffer): Buffer => {
  try {
    return inflateRawSync(bytes, { maxOutputLength: mostBytes });
  } catch (cause) {
    throw new SamlError('response_unreadable', { cause, received: 'not deflated' });
  }
};

/** Some service providers deflate requests of the POST binding, too. */
const uncompressed = (bytes: Buffer): Buffer =>
  /^\s*</.test(bytes.toString('latin1', 0, 64)) ? bytes : inflate(bytes);

/** Each parameter once, as it is written. */
const parametersOf = (query: string): Map<string, string> => {
  const found = new Map<string, string>();
  for (const pair of query.split('&')) {
    const [name = ''] = pair.split('=', 1);
    if (found.has(name)) throw new SamlError('response_malformed', { received: `${name} twice` });
    found.set(name, pair.slice(name.length + 1));
  }
  return found;
};

const decodeParameter = (text: string | undefined): string => {
  try {
    return decodeURIComponent((text ?? '').replaceAll('+', '%20'));
  } catch (cause) {
    throw new SamlError('response_unreadable', { cause, received: 'an encoding' });
  }
};
/** Base 64 may arrive with plain plus signs. */
const decodeBase64 = (text: string | undefined): string => decodeParameter(text).replaceAll(' ', '+');

const decodedParameter = (parameters: Map<string, string>, name: string) =>
  (name === 'SAMLRequest' ? decodeBase64 : decodeParameter)(parameters.get(name));

/**
 * The signature covers the parameters as they are written. Some service providers sign another spelling of the same
 * values than the one that the browser sends.
 */
const spellings: ((parameters: Map<string, string>, name: string) => string)[] = [
  (parameters, name) => parameters.get(name) ?? '',
  (parameters, name) => encodeURIComponent(decodedParameter(parameters, name)),
  (parameters, name) =>
    encodeURIComponent(decodedParameter(parameters, name)).replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
];

const isQuerySigned = (parameters: Map<string, string>, keys: readonly KeyObject[]): boolean => {
  if (!parameters.has('Signature')) return false;
  const name = decodeParameter(parameters.get('SigAlg'));
  const algorithm = signatureAlgorithm(name, false);
  if (!algorithm) throw new SamlError('signature_algorithm', { received: name });
  const present = ['SAMLRequest', 'RelayState', 'SigAlg'].filter((parameter) => parameters.has(parameter));
  const value = decode(decodeBase64(parameters.get('Signature')));
  const isSigned = spellings.some((spell) => {
    const covered = present.map((parameter) => `${parameter}=${spell(parameters, parameter)}`).join('&');
    return keys.some((key) => isSignedBy(key, algorithm, covered, value));
  });
  if (isSigned) return true;
  throw new SamlError('signature_invalid', { received: `no match among ${keys.length} certificates` });
};

/** As the signature covers it. */
export const relayStateIn = (query: string): string | undefined => {
  const parameters = parametersOf(query);
  return parameters.has('RelayState') ? decodeParameter(parameters.get('RelayState')) : undefined;
};

const openMessage = (message: Message, keys: readonly KeyObject[], mayBeUnsigned = false): XmlElement => {
  const parameters = message.binding === 'redirect' ? parametersOf(message.query) : undefined;
  const bytes =
    message.binding === 'redirect'
      ? inflate(decode(decodeBase64(parameters?.get('SAMLRequest'))))
      : uncompressed(decode(message.request));
  const root = parseXml(xmlText(bytes));
  checkSignaturePlaces(root, [root]);
  if (keys.length === 0 || (parameters && isQuerySigned(parameters, keys))) return root;
  const signed = readSigned(root, { keys });
  if (!signed && !mayBeUnsigned) throw new SamlError('signature_missing');
  return signed ?? root;
};

const commonOf = (root: XmlElement, name: string): Common => {
  if (!isNamed(root, names.protocol, name) || root.getAttribute('Version') !== '2.0') {
    throw new SamlError('response_malformed', { received: root.localName });
  }
  const id = root.getAttribute('ID') ?? '';
  if (!/^[A-Za-z_][\w.-]{0,127}$/.test(id)) throw new SamlError('response_malformed', { received: `the ID ${id}` });
  const issuer = textOf(requiredChild(root, names.assertion, 'Issuer', 'issuer_mismatch'));
  const issuedAt = Date.parse(root.getAttribute('IssueInstant') ?? '');
  return { id, issuer, destination: root.getAttribute('Destination') || undefined, issuedAt };
};

const isTrue = (root: XmlElement, name: string) => /^(true|1)$/.test(root.getAttribute(name) ?? '');

export const readAuthnRequest = (
  message: Message,
  keys: readonly KeyObject[],
  { mayBeUnsigned = false } = {},
): AuthnRequest => {
  const root = openMessage(message, keys, mayBeUnsigned);
  const [policy] = childrenNamed(root, names.protocol, 'NameIDPolicy');
  return {
    ...commonOf(root, 'AuthnRequest'),
    assertionConsumerServiceUrl: root.getAttribute('AssertionConsumerServiceURL') || undefined,
    assertionConsumerServiceIndex: root.getAttribute('AssertionConsumerServiceIndex') || undefined,
    nameIdFormat: policy?.getAttribute('Format') || undefined,
    forceAuthn: isTrue(root, 'ForceAuthn'),
    isPassive: isTrue(root, 'IsPassive'),
  };
};

export const readLogoutRequest = (message: Message, keys: readonly KeyObject[]): LogoutRequest => {
  const root = openMessage(message, keys);
  const nameId = onlyChild(root, names.assertion, 'NameID', 'name_id_missing');
  if (!nameId) throw new SamlError('name_id_missing', { received: 'an encrypted or structured ID' });
  const until = root.getAttribute('NotOnOrAfter');
  return {
    ...commonOf(root, 'LogoutRequest'),
    nameId: textOf(nameId),
    sessionIndexes: childrenNamed(root, names.protocol, 'SessionIndex').map(textOf),
    expiresAt: until ? Date.parse(until) : undefined,
  };
};
