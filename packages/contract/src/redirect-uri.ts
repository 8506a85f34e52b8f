// Redirect URIs: which can be registered, by application type. The provider matches exactly; URIs with more than one
// spelling are rejected here, so that exact comparison is enough.

const unsafeScheme =
  /^(?:javascript|data|vbscript|file|blob|about|filesystem|view-source|intent|mailto|ftp|wss?|urn):$/;
// Characters whose meaning differs between parsers: backslash, controls, spaces, quotes, angle brackets, non-ASCII.
const oddCharacter = /[^\x21-\x7e]|[\\"<>^`{|}]/;
// Escaped control characters, and invalid escapes.
const oddEscape = /%(?:[01][0-9a-f]|7f|(?![0-9a-f]{2}))/i;
const oddPath = /\/\.{1,2}(?:\/|$)|\/\/|%2e|%2f|%5c|;/i;
const label = '[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?';
const host = new RegExp(`^(?:${label}(?:\\.${label})*|\\[[0-9a-f:]+\\])$`);

const isHttp = ({ protocol }: URL) => protocol === 'https:' || protocol === 'http:';
export const isLoopbackHost = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
const isLoopback = ({ hostname }: URL) => isLoopbackHost(hostname);

/** An unambiguous URI: no fragment, no credentials, no dot segments, in normalized spelling. */
export const isCanonicalUri = (value: string): boolean => {
  if (value.length > 2048 || oddCharacter.test(value) || oddEscape.test(value)) return false;
  const url = URL.parse(value);
  if (!url || unsafeScheme.test(url.protocol) || value.includes('#') || url.username || url.password) return false;
  if (!isHttp(url)) return value === url.href;
  if (!host.test(url.hostname) || oddPath.test(url.pathname) || value.endsWith('?')) return false;
  return value === url.href || `${value}/` === url.href;
};

/** A web origin as browsers send it. */
export const isWebOrigin = (value: string): boolean => {
  const url = URL.parse(value);
  return url !== null && isHttp(url) && host.test(url.hostname) && url.origin === value;
};

const ownOrigin = new RegExp(`^([a-z][a-z0-9+.-]*:)//${label}(?:\\.${label})*$`);

/** An origin as browsers send it, also from the own scheme of extensions and app shells: `capacitor://localhost`. */
export const isPageOrigin = (value: string): boolean => {
  const scheme = ownOrigin.exec(value)?.[1];
  if (!scheme || /^https?:$/.test(scheme)) return isWebOrigin(value);
  return value.length <= 2048 && !unsafeScheme.test(scheme);
};

/** An http or https URL without a fragment. */
export const isWebUri = (value: string): boolean => {
  const url = URL.parse(value);
  return url !== null && isHttp(url) && url.hash === '';
};

/** Patterns such as `https://*.example.com`, which are not supported. */
export const hasWildcard = (value: string): boolean => value.includes('*');

export type RedirectUriKind = 'web' | 'native';

/**
 * Web applications use http(s), or the scheme of their desktop shell. Native ones use a custom scheme, a claimed https
 * link, or loopback http (RFC 8252).
 */
export const fitsApplication = (value: string, kind: RedirectUriKind): boolean => {
  const url = URL.parse(value);
  if (!url) return false;
  if (kind === 'web' || !isHttp(url)) return true;
  return (url.protocol === 'https:') !== isLoopback(url);
};
