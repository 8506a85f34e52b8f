// Parses XML strictly and within limits. Signed messages need no DOCTYPE, comments or processing instructions, so
// none of them is accepted.
import { DOMParser, type XmlDocument, type XmlElement, type XmlNode } from '@xmldom/xmldom/lib/dom-parser.js';
import { SamlError, type SamlReason } from './saml-error.ts';

export const mostBytes = 524_288;
const most = { tags: 20_000, depth: 40, attributes: 64 };

type Tag = { end: number; name: string; isClosed: boolean; attributes: number };

/** Reads to the end of a tag; `>` may appear in attribute values. */
const readTag = (xml: string, start: number): Tag => {
  let quote = '';
  let attributes = 0;
  for (let at = start; at < xml.length; at += 1) {
    const char = xml[at] ?? '';
    if (quote) {
      if (char === quote) quote = '';
    } else if (char === '"' || char === "'") {
      quote = char;
      attributes += 1;
    } else if (char === '>') {
      const name = /^<\/?([^\s/>]*)/.exec(xml.slice(start, Math.min(at + 1, start + 256)))?.[1] ?? '';
      return { end: at, name, isClosed: xml[at - 1] === '/', attributes };
    }
  }
  throw new SamlError('response_malformed', { received: 'an open tag' });
};

/**
 * Before parsing, since nested namespaces and many attributes take the parser more than linear time, and since it
 * tolerates tags that are not closed.
 */
const checkTags = (xml: string) => {
  const open: string[] = [];
  let tags = 0;
  for (let at = xml.indexOf('<'); at >= 0; at = xml.indexOf('<', at)) {
    const { end, name, isClosed, attributes } = readTag(xml, at);
    if (xml[at + 1] === '/') {
      if (open.pop() !== name) throw new SamlError('response_malformed', { received: `the end of ${name}` });
    } else if (!isClosed) open.push(name);
    tags += 1;
    if (tags > most.tags || open.length > most.depth || attributes > most.attributes) {
      throw new SamlError('response_too_large', { received: `${tags} tags, ${open.length} levels` });
    }
    at = end;
  }
  if (open.length > 0) throw new SamlError('response_malformed', { received: `no end of ${open.at(-1)}` });
};

/** XML allows only these; of others, the parser makes characters that no database stores. */
const allowed = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u;
const isAllowed = (name: string): boolean => {
  const [, hex, decimal] = /^(?:x([\da-f]{1,6})|(\d{1,7}))$/i.exec(name) ?? [];
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return code <= 0x10ffff && allowed.test(String.fromCodePoint(code));
};

const checkCharacters = (xml: string) => {
  const isFine = allowed.test(xml) && [...xml.matchAll(/&#(\w*);/g)].every(([, name = '']) => isAllowed(name));
  if (!isFine) throw new SamlError('response_malformed', { received: 'a character that XML forbids' });
};

const strict = (message: string) => {
  throw new SamlError('response_malformed', { received: message.split('\n')[0] ?? '' });
};

const declaration =
  /^\s*<\?xml\s+version=(["'])1\.0\1(?:\s+encoding=(["'])(?:utf-8|us-ascii)\2)?(?:\s+standalone=(["'])(?:yes|no)\3)?\s*\?>/i;

/** One pass from start to end, since a regular expression starts again at every comment that is not closed. */
const withoutComments = (text: string): string => {
  const kept: string[] = [];
  let at = 0;
  for (;;) {
    const start = text.indexOf('<!--', at);
    const end = start < 0 ? -1 : text.indexOf('-->', start + 4);
    if (end < 0) break;
    kept.push(text.slice(at, start));
    at = end + 3;
  }
  return kept.join('') + text.slice(at);
};

/** The text without its declaration. Metadata may also have comments; they are removed with `allowComments`. */
export const xmlText = (bytes: Uint8Array, { allowComments = false } = {}): string => {
  if (bytes.length > mostBytes) throw new SamlError('response_too_large', { received: `${bytes.length} bytes` });
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new SamlError('response_unreadable', { cause, received: 'not UTF-8' });
  }
  if (/<!\s*(?:DOCTYPE|ENTITY)/i.test(text)) throw new SamlError('doctype_forbidden');
  const content = text.replace(declaration, '').trim();
  const plain = allowComments ? withoutComments(content).trim() : content;
  if (!plain.startsWith('<')) throw new SamlError('response_unreadable', { received: 'not XML' });
  if (/<[!?]/.test(plain)) throw new SamlError('response_malformed', { received: 'a comment or an instruction' });
  return plain;
};

export const parseXml = (text: string): XmlElement => {
  checkCharacters(text);
  checkTags(text);
  const errorHandler = { warning: strict, error: strict, fatalError: strict };
  let parsed: XmlDocument | undefined;
  try {
    parsed = new DOMParser({ errorHandler, locator: {} }).parseFromString(text, 'text/xml');
  } catch (cause) {
    if (cause instanceof SamlError) throw cause;
    throw new SamlError('response_malformed', { cause });
  }
  const root = parsed?.documentElement;
  if (!root || parsed?.childNodes.length !== 1) throw new SamlError('response_malformed', { received: 'no root' });
  const hasUnknownPrefix = (one: { prefix?: string | null; namespaceURI?: string | null }) =>
    Boolean(one.prefix) && !one.namespaceURI;
  const isUnknown = (element: XmlElement) =>
    hasUnknownPrefix(element) || Array.from(element.attributes).some(hasUnknownPrefix);
  if (descendants(root).some(isUnknown)) throw new SamlError('response_malformed', { received: 'an unknown prefix' });
  return root;
};

export const isNamed = ({ namespaceURI, localName }: XmlElement, namespace: string, name: string): boolean =>
  namespaceURI === namespace && localName === name;

const elementType = 1;
export const childElements = (parent: XmlNode): XmlElement[] =>
  Array.from(parent.childNodes).filter((node): node is XmlElement => node.nodeType === elementType);

export const childrenNamed = (parent: XmlNode, namespace: string, name: string): XmlElement[] =>
  childElements(parent).filter((element) => isNamed(element, namespace, name));

export const descendants = (root: XmlElement): XmlElement[] => [root, ...Array.from(root.getElementsByTagName('*'))];

/** The only child of this name; undefined if there is none. */
export const onlyChild = (
  parent: XmlNode,
  namespace: string,
  name: string,
  reason: SamlReason = 'response_malformed',
): XmlElement | undefined => {
  const found = childrenNamed(parent, namespace, name);
  if (found.length > 1) throw new SamlError(reason, { received: `${found.length} ${name} elements` });
  return found[0];
};

export const requiredChild = (parent: XmlNode, namespace: string, name: string, reason?: SamlReason): XmlElement => {
  const found = onlyChild(parent, namespace, name, reason);
  if (!found) throw new SamlError(reason ?? 'response_malformed', { received: `no ${name} element` });
  return found;
};

/** Text of an element that has nothing else inside. */
export const textOf = (element: XmlElement): string => {
  if (childElements(element).length > 0) {
    throw new SamlError('response_malformed', { received: `elements in ${element.localName}` });
  }
  return (element.textContent ?? '').trim();
};

/** Bytes in base 64, in their only spelling. */
export const bytesOf = (element: XmlElement, reason: SamlReason): Buffer => {
  const text = textOf(element).replace(/\s+/g, '');
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length === 0 || bytes.toString('base64') !== text) throw new SamlError(reason, { received: 'base 64' });
  return bytes;
};

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escapeXml = (text: string): string =>
  text.replace(/[&<>"']/g, (char) => escapes[char] ?? '').replace(/[\t\n\r]/g, (char) => `&#${char.charCodeAt(0)};`);
