// Where applications that register themselves may send users: a host, all hosts below a domain (`*.example.com`), a
// custom scheme (`cursor://`), or `localhost` for programs on the user's computer. Without a schema, since the console
// needs it as a value.
import { isLoopbackHost } from './redirect-uri.ts';

const label = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?';
const domain = new RegExp(`^(?:\\*\\.)?${label}(?:\\.${label})+$`);
const scheme = /^[a-z][a-z0-9+.-]*:\/\/$/;
const usualSchemes = ['http://', 'https://'];

export const loopback = 'localhost';

export const isRedirectHost = (entry: string): boolean =>
  entry.length <= 256 &&
  (entry === loopback || domain.test(entry) || (scheme.test(entry) && !usualSchemes.includes(entry)));

const allows = (entry: string, { protocol, hostname }: URL): boolean => {
  if (entry === loopback) return protocol === 'http:' && isLoopbackHost(hostname);
  if (entry.endsWith('://')) return `${protocol}//` === entry;
  if (protocol !== 'https:') return false;
  return entry.startsWith('*.') ? hostname.endsWith(entry.slice(1)) : hostname === entry;
};

export const isAllowedRedirect = (uri: string, entries: readonly string[]): boolean => {
  const url = URL.parse(uri);
  return url !== null && entries.some((entry) => allows(entry, url));
};
