// The headers of a request as its origin gets them: without those that only concern one connection, and without claims
// of the client about itself. True values replace them.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Wire } from '@tessera/contract/wire';
import { loopMarkOf, loopMarksIn } from '../../infrastructure/http/loop-marks.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { currentTrace } from '../../infrastructure/tracing/current-trace.ts';
import { withoutOurCookies } from './cookies.ts';
import { isHopByHop } from './hop-by-hop.ts';
import type { Site } from './sites.ts';

/** Headers that servers take for the word of a trusted proxy: where a request came from, and who sent it. */
const ofProxies = new RegExp(
  `^(?:${[
    ...[
      'forwarded',
      'x-forwarded(?:-.*)?',
      'x-real-ip',
      'cdn-loop',
      'via',
      'proxy',
      '(?:.*-)?(?:client|connecting)-ipv?6?',
    ],
    ...['x-(?:url-)?scheme', 'x-script-name', 'front-end-https', 'oidc-.*'],
    ...['x-original-.*', 'x-rewrite-url', 'x-(?:http-)?host(?:-override)?', 'x-envoy-.*', 'x-azure-.*'],
    ...['(?:x-)?remote-.*', 'x-auth-(?:request.*|user.*|name|email|groups?|roles?)'],
    ...['x-(?:authenticated|webauth|authentik|authelia|vouch|pomerium)(?:-.*)?'],
    ...['(?:x-)?(?:ssl|tls)-.*', '(?:x-)?client-(?:cert|verify|dn|cn)(?:-.*)?', 'cf-access-.*', 'tailscale-.*'],
    ...['x-goog-(?:authenticated-user|iap)-.*', 'x-ms-client-principal.*', 'x-amzn-oidc-.*', 'impersonate-.*'],
  ].join('|')})$`,
);

/** Many servers read `_` and other characters of a name as `-`, so a name with them could stand for any other. */
const plainName = /^[a-z0-9-]+$/;

/** A site may be in front of another one, but not of a chain of them. */
const mostMarks = 3;

export const isLoop = (request: IncomingMessage, { applicationId }: Site, wire: Wire): boolean => {
  const marks = loopMarksIn(request, wire);
  return marks.length >= mostMarks || marks.includes(loopMarkOf(applicationId, wire));
};

/** Names and values. Some versions of Node leave out the headers after these, but follow them. */
const mostRawHeaders = 2_000;

/** Refuses what an origin could read in another way than we do. */
export const checkRequest = ({ headers, method, rawHeaders, url = '' }: IncomingMessage, isUpgrade: boolean) => {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  const { 'content-length': length, 'transfer-encoding': encoding } = headers;
  // An origin would wait for the body of an upgrade, and take the next request on the connection for it.
  const hasBody = length !== undefined || encoding !== undefined;
  const isUnclear = isUpgrade
    ? hasBody || method !== 'GET'
    : encoding !== undefined && encoding.toLowerCase() !== 'chunked';
  const isCut = rawHeaders.length >= mostRawHeaders;
  if (hosts !== 1 || isUnclear || isCut || !url.startsWith('/')) throw new RequestError('gateway.invalid_request');
  // It would show the client the headers that the origin gets.
  if (method === 'TRACE') throw new RequestError('request.method_not_allowed');
};

type Sender = { ip: string; identity: string | undefined; isUpgrade: boolean };

const framingOf = ({ headers }: IncomingMessage, isUpgrade: boolean): IncomingHttpHeaders => {
  if (isUpgrade) return { connection: 'Upgrade', upgrade: 'websocket' };
  return headers['transfer-encoding'] === undefined ? {} : { 'transfer-encoding': 'chunked' };
};

const withOwn = (before: string | string[] | undefined, own: string) =>
  before === undefined ? own : [before, own].flat().join(', ');

export const headersForOrigin = (
  request: IncomingMessage,
  site: Site,
  wire: Wire,
  { ip, identity, isUpgrade }: Sender,
): IncomingHttpHeaders => {
  const { headers, httpVersion } = request;
  const isDropped = isHopByHop(headers);
  const isReplaced = (name: string) =>
    name === 'cookie' || name === 'expect' || name === wire.identityHeader || (isUpgrade && name === 'content-length');
  const isKept = (name: string) =>
    plainName.test(name) && !isDropped(name) && !isReplaced(name) && !ofProxies.test(name);
  const kept = Object.entries(headers).filter(([name]) => isKept(name));
  const cookie = withoutOurCookies(wire, headers.cookie);
  const trace = currentTrace.getStore();
  return {
    ...Object.fromEntries(kept),
    ...(cookie && { cookie }),
    ...framingOf(request, isUpgrade),
    'x-forwarded-for': ip,
    ...site.forwarded,
    via: withOwn(headers.via, `${httpVersion} ${wire.namespace}`),
    'cdn-loop': withOwn(headers['cdn-loop'], loopMarkOf(site.applicationId, wire)),
    ...(identity && { [wire.identityHeader]: identity }),
    ...(trace && { traceparent: trace.traceparent }),
  };
};
