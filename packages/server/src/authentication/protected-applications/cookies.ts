// The gateway's cookies. Origins neither get nor set them.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Wire } from '@tessera/contract/wire';
import { readCookie } from '../../infrastructure/http/read-cookie.ts';
import type { Site } from './sites.ts';

type Name = 'gatewayCookie' | 'gatewaySignInCookie';

const prefix = '__Host-';
/** Sibling hosts can set cookies for the parent domain, but not with this prefix. */
const nameOf = ({ base }: Site, wire: Wire, name: Name) => `${base.protocol === 'https:' ? prefix : ''}${wire[name]}`;

export const gatewayCookie = (request: IncomingMessage, site: Site, wire: Wire, name: Name): string | undefined => {
  const value = readCookie(request, nameOf(site, wire, name));
  return value && /^\w{32,64}$/.test(value) ? value : undefined;
};

export const setGatewayCookie = (
  response: ServerResponse,
  { site, wire, name }: { site: Site; wire: Wire; name: Name },
  value: string,
  seconds: number,
) => {
  const isSecure = site.base.protocol === 'https:';
  const attributes = [
    ...[`${nameOf(site, wire, name)}=${value}`, 'Path=/', `Max-Age=${seconds}`],
    ...['HttpOnly', 'SameSite=Lax', ...(isSecure ? ['Secure'] : [])],
  ];
  response.appendHeader('Set-Cookie', attributes.join('; '));
};

/** In any spelling, with or without the prefix. */
const isGatewayCookie = (wire: Wire, pair: string): boolean => {
  const name = (pair.split('=')[0] ?? '').trim().toLowerCase().replace(prefix.toLowerCase(), '');
  return name === wire.gatewayCookie || name === wire.gatewaySignInCookie;
};

/** The `Cookie` header without ours; undefined if nothing is left. */
export const withoutOurCookies = (wire: Wire, header: string | undefined): string | undefined =>
  header
    ?.split(';')
    .filter((pair) => !isGatewayCookie(wire, pair))
    .join(';')
    .trim() || undefined;

/**
 * The `Set-Cookie` headers of an origin without ours. They count only for this host: the origin has another one, and
 * could otherwise set cookies for sites of other tenants.
 */
export const cookiesOfOrigin = (wire: Wire, headers: readonly string[]): string[] =>
  headers
    .filter((header) => !isGatewayCookie(wire, header))
    .map((header) => header.replace(/;\s*domain\s*=[^;]*/gi, ''));
