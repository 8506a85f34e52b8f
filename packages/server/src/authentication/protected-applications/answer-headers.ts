// The headers of an origin's answer as the client gets them.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Wire } from '@tessera/contract/wire';
import { cookiesOfOrigin } from './cookies.ts';
import { isHopByHop } from './hop-by-hop.ts';
import type { Site } from './sites.ts';

/** Instructions to the operator's proxy in front of us, which could otherwise read its files or go around the gateway. */
const forProxies = /^x-(?:accel-.*|sendfile.*|lighttpd-.*|reproxy-.*|litespeed-.*)$/;
/** Rules of shared caches that count instead of `Cache-Control`. */
const forSharedCaches = /^(?:(?:.+-)?cdn-cache-control|edge-control|surrogate-control)$/;

const isRelative = (location: string) => !/^(?:[a-z][a-z0-9+.-]*:)?\/\//i.test(location);

/** An https origin may redirect to its http URL, since it does not know about the gateway. */
const isAtOrigin = (target: URL, origin: URL) => {
  const isDowngrade = origin.protocol === 'https:' && target.protocol === 'http:';
  return target.origin === origin.origin || (isDowngrade && target.host === origin.host);
};

/** A redirect of the origin to itself leads to the site. */
const locationAt = ({ base, origin }: Site, location: string): string => {
  const target = isRelative(location) ? null : URL.parse(location, origin.href);
  if (!target || !isAtOrigin(target, origin)) return location;
  return `${base.origin}${target.pathname}${target.search}${target.hash}`;
};

/** Caches that are shared by users must not answer for the gateway. */
const privately = (directives: string | undefined): string => {
  const kept = (directives ?? '')
    .split(',')
    .map((directive) => directive.trim())
    .filter((directive) => directive !== '' && !/^(?:public|private|s-maxage\b.*|proxy-revalidate)$/i.test(directive));
  return ['private', ...kept].join(', ');
};

/** `isPersonal`: the answer is for this user, or for users who are signed in. */
export type Passed = { site: Site; wire: Wire; isPersonal: boolean; isClosing: boolean };

/** Changes the headers that the library passes on. */
export const passAnswer = ({ headers }: IncomingMessage, { site, wire, isPersonal, isClosing }: Passed) => {
  const isOfConnection = isHopByHop(headers);
  const isDropped = (name: string) =>
    isOfConnection(name) ||
    // The host and port of the origin, which are not those of the site.
    name === 'alt-svc' ||
    // It would delete the cookies of all sites of the domain.
    (site.isShared && name === 'clear-site-data') ||
    forProxies.test(name) ||
    (isPersonal && forSharedCaches.test(name));
  for (const name in headers) if (isDropped(name)) delete headers[name];
  const own: IncomingHttpHeaders = {
    connection: isClosing ? 'close' : 'keep-alive',
    ...(headers.location && { location: locationAt(site, headers.location) }),
    ...(headers['set-cookie'] && { 'set-cookie': cookiesOfOrigin(wire, headers['set-cookie']) }),
    ...(isPersonal && { 'cache-control': privately(headers['cache-control']) }),
  };
  Object.assign(headers, own);
};
