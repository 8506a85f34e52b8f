// Verifies XML signatures in the one shape that SAML allows, and returns only the content that they cover. The key is
// never taken from the document.
import { createHash, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { XmlElement } from '@xmldom/xmldom/lib/dom-parser.js';
import { ExclusiveCanonicalization } from 'xml-crypto';
import * as names from './names.ts';
import { SamlError } from './saml-error.ts';
import { digestAlgorithm, isSignedBy, signatureAlgorithm } from './signature-algorithms.ts';
import {
  bytesOf,
  childElements,
  childrenNamed,
  descendants,
  isNamed,
  onlyChild,
  parseXml,
  requiredChild,
} from './xml.ts';

export type Trust = {
  keys: readonly KeyObject[];
  /** Only for providers that can't do better. */
  allowSha1?: boolean;
};

const algorithmOf = (element: XmlElement): string => element.getAttribute('Algorithm') ?? '';
const part = (parent: XmlElement, name: string) => requiredChild(parent, names.signature, name, 'signature_reference');
const namesIn = (parent: XmlElement) =>
  childElements(parent)
    .map(({ localName }) => localName)
    .join();

/** Declarations above the element, which a prefix list may ask for. */
const namespacesAbove = (element: XmlElement) => {
  const found = new Map<string, string>();
  for (let at = element.parentNode as XmlElement | null; at; at = at.parentNode as XmlElement | null) {
    for (const { prefix, localName, value } of Array.from(at.attributes ?? [])) {
      if (prefix === 'xmlns' && !found.has(localName)) found.set(localName, value);
    }
  }
  return [...found].map(([prefix, namespaceURI]) => ({ prefix, namespaceURI }));
};

const mostPrefixes = 64;

/** Limited, since the list is followed at every element, before the signature is known to be right. */
const prefixesOf = (method: XmlElement): string[] => {
  const listed = childElements(method).flatMap((list) => (list.getAttribute('PrefixList') ?? '').split(/\s+/));
  const prefixes = [...new Set(listed.filter(Boolean))];
  if (prefixes.length > mostPrefixes) {
    throw new SamlError('response_too_large', { received: `${prefixes.length} prefixes` });
  }
  return prefixes;
};

/** Documents have no comments, so the variant with comments gives the same. */
const canonicalize = (element: XmlElement, method: XmlElement): string => {
  if (![names.exclusive, names.exclusiveWithComments].includes(algorithmOf(method))) {
    throw new SamlError('signature_algorithm', { received: algorithmOf(method) });
  }
  return new ExclusiveCanonicalization().process(element, {
    inclusiveNamespacesPrefixList: prefixesOf(method),
    ancestorNamespaces: namespacesAbove(element),
  });
};

/** No other element has the ID, in any spelling, so no other can be meant. */
const checkId = (element: XmlElement): string => {
  const id = element.getAttribute('ID') ?? '';
  if (!/^[A-Za-z_][\w.-]{0,255}$/.test(id)) throw new SamlError('signature_reference', { received: id });
  const same = descendants(element.ownerDocument.documentElement).filter((one) =>
    Array.from(one.attributes).some(({ localName, value }) => value === id && /^id$/i.test(localName)),
  );
  if (same.length !== 1)
    throw new SamlError('signature_reference', { received: `${same.length} elements with the ID` });
  return id;
};

type Shape = {
  signedInfo: XmlElement;
  canonicalization: XmlElement;
  method: XmlElement;
  reference: XmlElement;
  transform: XmlElement;
};

/** Exactly one reference, to the element around the signature. */
const checkShape = (signature: XmlElement, id: string): Shape => {
  const inside = namesIn(signature);
  if (!/^SignedInfo,SignatureValue(,KeyInfo)?$/.test(inside)) {
    throw new SamlError('signature_reference', { received: inside });
  }
  const signedInfo = part(signature, 'SignedInfo');
  if (namesIn(signedInfo) !== 'CanonicalizationMethod,SignatureMethod,Reference') {
    throw new SamlError('signature_reference', { received: namesIn(signedInfo) });
  }
  const reference = part(signedInfo, 'Reference');
  const uri = reference.getAttribute('URI') ?? '';
  if (uri !== `#${id}` || namesIn(reference) !== 'Transforms,DigestMethod,DigestValue') {
    throw new SamlError('signature_reference', { expected: `#${id}`, received: uri });
  }
  const [first, transform, ...others] = childElements(part(reference, 'Transforms'));
  if (!first || !transform || others.length > 0 || algorithmOf(first) !== names.enveloped) {
    throw new SamlError('signature_reference', { received: 'transforms' });
  }
  const canonicalization = part(signedInfo, 'CanonicalizationMethod');
  return { signedInfo, canonicalization, method: part(signedInfo, 'SignatureMethod'), reference, transform };
};

/**
 * The element as its signature covers it, parsed again from the canonical form; undefined if it has no signature. The
 * given element loses its signature and is of no further use.
 */
export const readSigned = (element: XmlElement, { keys, allowSha1 = false }: Trust): XmlElement | undefined => {
  const signature = onlyChild(element, names.signature, 'Signature', 'signature_reference');
  if (!signature) return undefined;
  const id = checkId(element);
  const { signedInfo, canonicalization, method, reference, transform } = checkShape(signature, id);
  const algorithm = signatureAlgorithm(algorithmOf(method), allowSha1);
  if (!algorithm) throw new SamlError('signature_algorithm', { received: algorithmOf(method) });
  const digestMethod = algorithmOf(part(reference, 'DigestMethod'));
  const digestName = digestAlgorithm(digestMethod, allowSha1);
  if (!digestName) throw new SamlError('signature_algorithm', { received: digestMethod });
  const signedContent = canonicalize(signedInfo, canonicalization);
  const value = bytesOf(part(signature, 'SignatureValue'), 'signature_invalid');
  const isKnown = keys.some((key) => isSignedBy(key, algorithm, signedContent, value));
  if (!isKnown) throw new SamlError('signature_invalid', { received: `no match among ${keys.length} certificates` });
  element.removeChild(signature);
  const covered = canonicalize(element, transform);
  const digest = createHash(digestName).update(covered).digest();
  const expected = bytesOf(part(reference, 'DigestValue'), 'signature_invalid');
  if (digest.length !== expected.length || !timingSafeEqual(digest, expected)) {
    throw new SamlError('signature_invalid', { received: 'content that was changed after it was signed' });
  }
  return parseXml(covered);
};

/** Signatures anywhere else would be ignored, so they are not accepted. */
export const checkSignaturePlaces = (root: XmlElement, places: readonly XmlElement[]) => {
  const all = descendants(root).filter((element) => isNamed(element, names.signature, 'Signature'));
  const known = places.flatMap((place) => childrenNamed(place, names.signature, 'Signature'));
  if (all.length !== known.length) throw new SamlError('signature_reference', { received: 'a signature elsewhere' });
};
