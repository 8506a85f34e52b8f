// Text in the canonical form of XML, so that what is written needs no canonicalization before it is signed.

/** Characters that XML 1.0 has no form for. */
const isForbidden = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const escaped = (text: string, characters: RegExp, escapes: Record<string, string>): string =>
  text
    .toWellFormed()
    .replace(isForbidden, '')
    .replace(characters, (character) => escapes[character] ?? '');

export const canonicalText = (text: string): string =>
  escaped(text, /[&<>\r]/g, { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#xD;' });

export const canonicalAttribute = (text: string): string =>
  escaped(text, /[&<"\t\n\r]/g, {
    ...{ '&': '&amp;', '<': '&lt;', '"': '&quot;' },
    ...{ '\t': '&#x9;', '\n': '&#xA;', '\r': '&#xD;' },
  });
