// Redirect URIs: what may be registered at all, and by which type of application. Matching is exact and happens in
// the provider; a URI that has more than one spelling is refused here, so that exact comparison is enough.
import * as z from 'zod/mini';

const unsafeScheme = /^(?:javascript|data|vbscript|file|blob|about|filesystem):$/;
// Characters whose meaning differs between parsers: backslash, controls, spaces, quotes, angle brackets, non-ASCII.
const oddCharacter = /[^\x21-\x7e]|[\\"<>^`{|}]/;
const dotSegment = /\/\.{1,2}(?:[/?#]|$)|%2e|%2f|%5c|;/i;

const isHttp = ({ protocol }: URL) => protocol === 'https:' || protocol === 'http:';
const isLoopback = ({ hostname }: URL) => hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';

/** A URI with exactly one reading: no fragment, no credentials, no dot segments, spelled as parsers normalise it. */
export const isCanonicalUri = (value: string): boolean => {
  if (value.length > 2048 || oddCharacter.test(value)) return false;
  const url = URL.parse(value);
  if (!url || unsafeScheme.test(url.protocol) || value.includes('#') || url.username || url.password) return false;
  if (!isHttp(url)) return /^[a-z][a-z0-9+.-]*:/.test(value);
  const path = value.replace(/^https?:\/\/[^/?]*/, '');
  if (dotSegment.test(path.split('?')[0] ?? '') || path.startsWith('//')) return false;
  return value === url.href || `${value}/` === url.href || value === url.href.replace(/\/(?=\?|$)/, '');
};

export const redirectUri = z.string().check(z.refine(isCanonicalUri));

export type RedirectUriKind = 'web' | 'native';

/** Web applications use http(s). Native ones a scheme of their own, or http on the loopback interface. */
export const fitsApplication = (value: string, kind: RedirectUriKind): boolean => {
  const url = URL.parse(value);
  if (!url) return false;
  return kind === 'web' ? isHttp(url) : !isHttp(url) || (url.protocol === 'http:' && isLoopback(url));
};
