// The gateway in front of protected applications: checks the session, and relays to the origin.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { gatewayPaths } from '@tessera/contract/gateway-paths';
import type { Upgrade } from '../../infrastructure/http/front-door.ts';
import { networkOf } from '../../infrastructure/http/networks.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { visitOf } from '../../infrastructure/http/visit.ts';
import type { Relayed } from '../../infrastructure/outbound/relay.ts';
import type { Services } from '../../services.ts';
import { passAnswer } from './answer-headers.ts';
import { type Caller, callerOf, findSite, isStillAllowed } from './callers.ts';
import { type Exchange, isNavigation, isSafe } from './exchange.ts';
import { createOriginLog, originFailure, refuse } from './refusals.ts';
import { checkRequest, headersForOrigin, isLoop } from './request-headers.ts';
import { receiveCallback, startSignIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';

type Step = { operation: string; run: (exchange: Exchange) => Promise<void> };

const ownSteps: Record<string, Step> = {
  [gatewayPaths.signIn]: { operation: 'protected.sign-in', run: (one) => startSignIn(one, { returnPath: '/' }) },
  [gatewayPaths.register]: {
    operation: 'protected.register',
    run: (one) => startSignIn(one, { returnPath: '/', firstScreen: 'register' }),
  },
  [gatewayPaths.callback]: { operation: 'protected.sign-in-callback', run: receiveCallback },
  [gatewayPaths.signOut]: { operation: 'protected.sign-out', run: signOut },
};

/** Headers of our own pages, which an origin decides for itself. */
const clearHeaders = (response: ServerResponse, kept: string) => {
  for (const name of response.getHeaderNames()) if (name !== kept) response.removeHeader(name);
};

const relay = (exchange: Exchange, caller: Caller, upgrade: Upgrade | undefined): Promise<void> => {
  const { request, response, services, site, visit } = exchange;
  const { wire } = services;
  const { identity } = caller;
  const isUpgrade = upgrade !== undefined;
  const isLast = response.getHeader('connection') === 'close' || /\bclose\b/i.test(request.headers.connection ?? '');
  request.headers = headersForOrigin(request, site, wire, { ip: visit.ip, identity, isUpgrade });
  const { tenantId, applicationId, origin } = site;
  const relayed: Relayed = {
    ...{ tenantId, applicationId, origin, client: networkOf(visit.ip) },
    mayGoOn: () => isStillAllowed(exchange, caller),
    onAnswer: (answer) => {
      clearHeaders(response, wire.requestIdHeader.toLowerCase());
      passAnswer(answer, { site, wire, isPersonal: identity !== undefined, isClosing: isLast || isUpgrade });
    },
  };
  const relaying = upgrade
    ? services.relay.upgrade({ request, response, ...upgrade }, relayed)
    : services.relay.send(request, response, relayed);
  return relaying.catch((error: unknown) => {
    const failure = originFailure(error);
    const counted = failure && { applicationId, outcome: failure, detail: origin.origin };
    if (counted) services.audit.applicationRequested(tenantId, counted);
    throw error;
  });
};

const answer = async (exchange: Exchange, upgrade: Upgrade | undefined) => {
  const { request, services, site, visit, search } = exchange;
  const { path } = visit.destination;
  const isUpgrade = upgrade !== undefined;
  checkRequest(request, isUpgrade);
  const own = Object.hasOwn(ownSteps, path) ? ownSteps[path] : undefined;
  if (own) {
    visit.operation = own.operation;
    if (!isSafe(request) || isUpgrade) throw new RequestError('request.method_not_allowed');
    return own.run(exchange);
  }
  visit.operation = isUpgrade ? 'protected.web-socket' : 'protected.request';
  if (isLoop(request, site, services.wire)) throw new RequestError('gateway.loop_detected');
  const caller = await callerOf(exchange, isUpgrade);
  if (!caller.needsSignIn) return relay(exchange, caller, upgrade);
  if (!isNavigation(request) || isUpgrade) throw new RequestError('gateway.sign_in_required');
  return startSignIn(exchange, { returnPath: `${path}${search && `?${search}`}` });
};

export const createGateway = (services: Services) => {
  const logOrigin = createOriginLog();
  return async (request: IncomingMessage, response: ServerResponse, upgrade: Upgrade | undefined): Promise<void> => {
    const visit = visitOf(request);
    const { tenantId, site: asked } = visit.destination;
    try {
      const site = await findSite(services, visit);
      const { originalUrl } = visit;
      const search = originalUrl.includes('?') ? originalUrl.slice(originalUrl.indexOf('?') + 1) : '';
      const db = services.databases.of(tenantId);
      await answer({ services, request, response, visit, site, db, search }, upgrade);
    } catch (error) {
      const log = () => services.log.child({ requestId: visit.requestId, tenantId });
      logOrigin(asked?.applicationId, error, log);
      refuse({ request, response, visit }, error, log);
    }
  };
};
