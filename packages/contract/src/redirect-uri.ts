// Redirect URIs: what may be registered at all, and by which type of application. Matching is exact and happens in
// the provider; a URI that has more than one spelling is refused here, so that exact comparison is enough.
import * as z from 'zod/mini';

const unsafeScheme =
  /^(?:javascript|data|vbscript|file|blob|about|filesystem|view-source|intent|mailto|ftp|wss?|urn):$/;
// Characters whose meaning differs between parsers: backslash, controls, spaces, quotes, angle brackets, non-ASCII.
const oddCharacter = /[^\x21-\x7e]|[\\"<>^`{|}]/;
// Escaped controls, and escapes that are none.
const oddEscape = /%(?:[01][0-9a-f]|7f|(?![0-9a-f]{2}))/i;
const oddPath = /\/\.{1,2}(?:\/|$)|\/\/|%2e|%2f|%5c|;/i;
const label = '[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?';
const host = new RegExp(`^(?:${label}(?:\\.${label})*|\\[[0-9a-f:]+\\])$`);

const isHttp = ({ protocol }: URL) => protocol === 'https:' || protocol === 'http:';
const isLoopback = ({ hostname }: URL) => hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';

/** A URI with exactly one reading: no fragment, no credentials, no dot segments, spelled as parsers normalise it. */
export const isCanonicalUri = (value: string): boolean => {
  if (value.length > 2048 || oddCharacter.test(value) || oddEscape.test(value)) return false;
  const url = URL.parse(value);
  if (!url || unsafeScheme.test(url.protocol) || value.includes('#') || url.username || url.password) return false;
  if (!isHttp(url)) return value === url.href;
  if (!host.test(url.hostname) || oddPath.test(url.pathname) || value.endsWith('?')) return false;
  return value === url.href || `${value}/` === url.href;
};

/** The origin of a web page, as browsers send it. */
export const isWebOrigin = (value: string): boolean => {
  const url = URL.parse(value);
  return url !== null && isHttp(url) && host.test(url.hostname) && url.origin === value;
};

/** A page or an endpoint on the web that has no fragment. */
export const isWebUri = (value: string): boolean => {
  const url = URL.parse(value);
  return url !== null && isHttp(url) && url.hash === '';
};

export const redirectUri = z.string().check(z.refine(isCanonicalUri));

export type RedirectUriKind = 'web' | 'native';

/** Web applications use http(s). Native ones a scheme of their own, or http on the loopback interface. */
export const fitsApplication = (value: string, kind: RedirectUriKind): boolean => {
  const url = URL.parse(value);
  if (!url) return false;
  return kind === 'web' ? isHttp(url) : !isHttp(url) || (url.protocol === 'http:' && isLoopback(url));
};
