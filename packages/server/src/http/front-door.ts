// Where every request comes in: it gets an id, its address is checked and resolved, and it is handed to the provider,
// the health checks or the router. Nothing behind this door looks at hosts or raw paths again.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { parseAcceptLanguage } from '@tessera/phrases/languages';
import type { FastifyInstance } from 'fastify';
import { isOidcPath, mountOidc } from '../oidc/mount.ts';
import { commonHeaders } from '../pages/security-headers.ts';
import { random } from '../random.ts';
import type { Services } from '../services.ts';
import { clientAddress, trustedHops } from './client-address.ts';
import { answerHealth } from './health.ts';
import { type Arrival, foreignHost, isCanonicalPath, type Place, placeOf, placeOnDomain } from './place.ts';
import { problemOf, sendProblem } from './problems.ts';
import { RequestError } from './request-error.ts';
import { rememberVisit } from './visit.ts';

export type FrontDoor = (listener: Arrival['listener']) => RequestListener;

export const openFrontDoor = (
  services: Services,
  app: FastifyInstance,
  metrics: (path: string) => () => void,
): FrontDoor => {
  const { settings, wire } = services;
  const hops = trustedHops(settings.trustProxy);
  const security = Object.entries(commonHeaders(settings));
  const oidc = mountOidc(services);

  const placeFor = async (arrival: Arrival, path: string): Promise<Place | undefined> => {
    const host = foreignHost(settings, arrival);
    const owner = host && (await services.domains.ownerOf(host));
    return owner ? placeOnDomain(owner, host, path) : placeOf(settings, arrival, path);
  };

  const receive = async (listener: Arrival['listener'], request: IncomingMessage, response: ServerResponse) => {
    const requestId = random.requestId();
    response.setHeader(wire.requestIdHeader, requestId);
    for (const [name, value] of security) response.setHeader(name, value);
    const originalUrl = request.url ?? '/';
    const [path = '/', search = ''] = originalUrl.split(/\?(.*)/s);
    const locale = /(?:^|&)locale=([A-Za-z-]{2,16})(?:&|$)/.exec(search)?.[1];
    const languages = [...(locale ? [locale] : []), ...parseAcceptLanguage(request.headers['accept-language'])];
    try {
      if (!isCanonicalPath(path)) throw new RequestError('request.invalid_path');
      const place = await placeFor({ listener, host: request.headers.host }, path);
      if (!place) throw new RequestError('request.not_found');
      rememberVisit(request, {
        place,
        requestId,
        languages,
        originalUrl,
        ip: clientAddress(request, hops),
        userAgent: (request.headers['user-agent'] ?? '').slice(0, 512),
      });
      const done = metrics(place.surface);
      response.once('close', done);
      if (place.surface === 'health') return await answerHealth(services, place.path, response);
      if (place.surface === 'tenant' && isOidcPath(place.path)) return await oidc(request, response);
      request.url = `/${place.surface}${place.path}${search ? `?${search}` : ''}`;
      app.routing(request, response);
    } catch (error) {
      sendProblem(
        response,
        problemOf(error, { languages, accept: request.headers.accept }, () => services.log.child({ requestId })),
      );
    }
  };
  return (listener) => (request, response) => void receive(listener, request, response);
};
