// The entry point of every request: assigns an ID, validates and resolves the URL, and passes the request to the
// provider, the health checks or the router. Nothing behind it parses hosts or raw paths again.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Wire } from '@tessera/contract/wire';
import { parseAcceptLanguage } from '@tessera/phrases/languages';
import type { FastifyInstance } from 'fastify';
import { random } from '../../random.ts';
import type { Settings } from '../../settings.ts';
import { createRequestAdmission } from '../concurrency/request-admission.ts';
import { clientAddress } from './client-address.ts';
import { answerHealth, type HealthServices } from './health.ts';
import { networksIn } from './networks.ts';
import { type ObservingServices, observeAnswer } from './observe-answer.ts';
import { problemOf, sendProblem } from './problems.ts';
import { RequestError } from './request-error.ts';
import {
  type Arrival,
  type Destination,
  foreignHost,
  isCanonicalPath,
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

export type FrontDoor = (listener: Arrival['listener']) => RequestListener;

type Services = HealthServices &
  ObservingServices & {
    settings: Settings;
    wire: Wire;
    domains: { ownerOf: (host: string) => Promise<string | undefined> };
  };

/** The OpenID Connect provider has its own router. */
type Behind = {
  app: FastifyInstance;
  provider: {
    isPath: (path: string) => boolean;
    answer: (request: IncomingMessage, response: ServerResponse) => Promise<unknown>;
  };
};

export const openFrontDoor = (services: Services, { app, provider }: Behind): FrontDoor => {
  const { settings, wire } = services;
  const hops = networksIn(settings.trustProxy);
  const security = Object.entries(commonHeaders(settings));
  const admission = createRequestAdmission();

  const destinationFor = async (arrival: Arrival, path: string): Promise<Destination | undefined> => {
    const host = foreignHost(settings, arrival);
    const owner = host && (await services.domains.ownerOf(host));
    return owner ? resolveOnDomain(owner, host, path) : resolveRequest(settings, arrival, path);
  };

  const receive = async (listener: Arrival['listener'], request: IncomingMessage, response: ServerResponse) => {
    const requestId = random.requestId();
    response.setHeader(wire.requestIdHeader, requestId);
    for (const [name, value] of security) response.setHeader(name, value);
    const originalUrl = request.url ?? '/';
    const queryAt = originalUrl.indexOf('?');
    const path = queryAt < 0 ? originalUrl : originalUrl.slice(0, queryAt);
    const search = queryAt < 0 ? '' : originalUrl.slice(queryAt + 1);
    try {
      if (!isCanonicalPath(path)) throw new RequestError('request.invalid_path');
      const destination = await destinationFor({ listener, host: request.headers.host }, path);
      if (!destination) throw new RequestError('request.not_found');
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
      await admission.admit(destination.tenantId, response);
      if (destination.surface === 'tenant' && provider.isPath(destination.path)) {
        return void (await provider.answer(request, response));
      }
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
  return (listener) => (request, response) => void receive(listener, request, response);
};
