// Passes requests below a tenant's /oidc to its provider, whose URLs are always the tenant's own.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { visitOf } from '../../infrastructure/http/visit.ts';
import type { Services } from '../../services.ts';
import { type AnsweringServices, answerRequests } from './answer-request.ts';
import { answerKnown } from './conditional-answers.ts';

const prefix = '/oidc';
const endpoints = new Set([
  'auth',
  'token',
  'me',
  'jwks',
  'session',
  'request',
  'backchannel',
  'device',
  'reg',
  '.well-known',
]);

/** Its name in metrics, without interaction IDs and unknown paths. */
const operationOf = (path: string) => {
  const [, , endpoint = ''] = path.split('/');
  return `oidc.${endpoints.has(endpoint) ? endpoint : 'other'}`;
};

export const isOidcPath = (path: string) => path === prefix || path.startsWith(`${prefix}/`);

export const mountOidc = (services: AnsweringServices & Pick<Services, 'providers' | 'tenants'>) => {
  const answer = answerRequests(services);

  return async (request: IncomingMessage, response: ServerResponse) => {
    const visit = visitOf(request);
    const { destination, originalUrl } = visit;
    visit.operation = operationOf(destination.path);
    await services.tenants.require(destination.tenantId);
    const path = destination.path.slice(prefix.length);
    const search = originalUrl.includes('?') ? originalUrl.slice(originalUrl.indexOf('?')) : '';
    const mounted = await services.providers.mounted(destination);
    const known = request.method === 'GET' && search === '' ? mounted.documents.get(path) : undefined;
    if (known) return answerKnown(request, response, known);
    await answer(mounted, { path, search }, request, response);
  };
};
