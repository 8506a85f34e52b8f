// The entry point of every request: assigns an ID, validates and resolves the URL, and passes the request to the
// provider, the health checks or the router. Nothing behind it parses hosts or raw paths again.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Wire } from '@tessera/contract/wire';
import { parseAcceptLanguage } from '@tessera/phrases/languages';
import type { FastifyInstance } from 'fastify';
import { random } from '../../random.ts';
import type { Settings } from '../../settings.ts';
import { createRequestAdmission } from '../concurrency/request-admission.ts';
import { clientAddress } from './client-address.ts';
import { answerHealth, type HealthServices } from './health.ts';
import { loopMarksIn } from './loop-marks.ts';
import { networksIn } from './networks.ts';
import { type ObservingServices, observeAnswer } from './observe-answer.ts';
import { problemOf, sendProblem } from './problems.ts';
import { RequestError } from './request-error.ts';
import {
  type Arrival,
  claimedHost,
  type Destination,
  defaultTenant,
  type HostOwner,
  isCanonicalPath,
  parseHosts,
  resolveOnDomain,
  resolveRequest,
} from './resolve-request.ts';
import { commonHeaders } from './security-headers.ts';
import { rememberVisit } from './visit.ts';

/** The language in the URL comes before those of the browser. */
const languagesOf = ({ headers }: IncomingMessage, search: string): string[] => {
  const locale = /(?:^|&)locale=([A-Za-z-]{2,16})(?:&|$)/.exec(search)?.[1];
  return [...(locale ? [locale] : []), ...parseAcceptLanguage(headers['accept-language'])];
};

/** A request that asks for another protocol on its connection. */
export type Upgrade = { socket: Socket; head: Buffer };
export type Receive = (request: IncomingMessage, response: ServerResponse, upgrade?: Upgrade) => void;
export type FrontDoor = (listener: Arrival['listener']) => Receive;

type Services = HealthServices &
  ObservingServices & {
    settings: Settings;
    wire: Wire;
    tenants: { isKnown: (tenantId: string) => boolean };
    domains: { ownerOf: (host: string) => Promise<HostOwner | undefined> };
  };

/** The OpenID Connect provider has its own router. The gateway answers for protected applications. */
type Behind = {
  app: FastifyInstance;
  gateway: (request: IncomingMessage, response: ServerResponse, upgrade: Upgrade | undefined) => Promise<unknown>;
  provider: {
    isPath: (path: string) => boolean;
    answer: (request: IncomingMessage, response: ServerResponse) => Promise<unknown>;
  };
};

export const openFrontDoor = (services: Services, { app, gateway, provider }: Behind): FrontDoor => {
  const { settings, tenants, wire } = services;
  const hosts = parseHosts(settings);
  const hops = networksIn(settings.trustProxy);
  const security = Object.entries(commonHeaders(settings));
  const admission = createRequestAdmission();

  const destinationFor = async (arrival: Arrival, path: string): Promise<Destination | undefined> => {
    const { name: host, isReserved } = claimedHost(hosts, arrival);
    const owner = host ? await services.domains.ownerOf(host) : undefined;
    if (host && owner?.applicationId && hosts.protectedAppsDomain) {
      const { tenantId, applicationId } = owner;
      return { surface: 'protected', tenantId, path, site: { applicationId, host } };
    }
    if (isReserved) return { surface: 'protected', tenantId: defaultTenant, path };
    // Sites have their own paths; ours have one spelling each.
    if (!isCanonicalPath(path)) throw new RequestError('request.invalid_path');
    const isDomain = owner !== undefined && owner.applicationId === undefined;
    return host && isDomain ? resolveOnDomain(owner.tenantId, host, path) : resolveRequest(hosts, arrival, path);
  };

  const receive = async (
    listener: Arrival['listener'],
    request: IncomingMessage,
    response: ServerResponse,
    upgrade: Upgrade | undefined,
  ) => {
    const requestId = random.requestId();
    response.setHeader(wire.requestIdHeader, requestId);
    for (const [name, value] of security) response.setHeader(name, value);
    const originalUrl = request.url ?? '/';
    const queryAt = originalUrl.indexOf('?');
    const path = queryAt < 0 ? originalUrl : originalUrl.slice(0, queryAt);
    const search = queryAt < 0 ? '' : originalUrl.slice(queryAt + 1);
    try {
      // Clients never send a fragment, and servers disagree about where it begins.
      if (originalUrl.includes('#')) throw new RequestError('request.invalid_path');
      const destination = await destinationFor({ listener, host: request.headers.host }, path);
      // Only sites have WebSockets.
      const isElsewhere = upgrade !== undefined && destination?.surface !== 'protected';
      if (!destination || isElsewhere) throw new RequestError('request.not_found');
      // A name that a tenant has pointed here, as the origin of a site.
      const isRelayed = destination.surface !== 'protected' && loopMarksIn(request, wire).length > 0;
      if (isRelayed) throw new RequestError('gateway.loop_detected');
      const visit = {
        destination,
        requestId,
        get languages() {
          return languagesOf(request, search);
        },
        originalUrl,
        ip: clientAddress(request, hops),
        userAgent: (request.headers['user-agent'] ?? '').slice(0, 512),
      };
      rememberVisit(request, visit);
      observeAnswer(services, visit, request.method ?? '', response);
      if (destination.surface === 'health') return await answerHealth(services, destination.path, response);
      const { tenantId } = destination;
      const size = Number(request.headers['content-length']) || 0;
      await admission.admit(tenants.isKnown(tenantId) ? tenantId : undefined, response, size);
      if (destination.surface === 'protected') return void (await gateway(request, response, upgrade));
      if (destination.surface === 'tenant' && provider.isPath(destination.path)) {
        return void (await provider.answer(request, response));
      }
      // Node sends no body to them, and routes of their own would double the time that the router takes to start.
      if (request.method === 'HEAD') request.method = 'GET';
      request.url = `/${destination.surface}${destination.path}${search ? `?${search}` : ''}`;
      app.routing(request, response);
    } catch (error) {
      const reader = { languages: languagesOf(request, search), accept: request.headers.accept };
      sendProblem(
        response,
        problemOf(error, reader, () => services.log.child({ requestId })),
      );
    }
  };
  return (listener) => (request, response, upgrade) => void receive(listener, request, response, upgrade);
};
