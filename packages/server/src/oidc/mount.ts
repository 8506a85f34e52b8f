// Hands requests below a tenant's /oidc to its provider, which believes the forwarded headers: so they are replaced by
// what we know, and the provider's addresses are the tenant's own whatever the request claims.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { RequestError } from '../http/request-error.ts';
import { visitOf } from '../http/visit.ts';
import type { Services } from '../services.ts';
import { answerKnown } from './conditional-answers.ts';
import { machineTokens } from './machine-token.ts';
import { prepareTokenBody } from './token-body.ts';

const prefix = '/oidc';

const splitResources = (url: string): string => {
  const [path = '', search = ''] = url.split(/\?(.*)/s);
  if (path !== '/auth' || !search.includes('resource=')) return url;
  const query = new URLSearchParams(search);
  const resources = query.getAll('resource').flatMap((value) => value.split(',').filter(Boolean));
  query.delete('resource');
  for (const resource of resources) query.append('resource', resource);
  return `${path}?${query}`;
};

/** The provider's router knows other spellings of its addresses. Ours has one; only ids have capital letters. */
const isSpelledOtherwise = (path: string) => !/^\/auth\/[\w-]+$/.test(path) && /[A-Z]|.\/$/.test(path);

export const isOidcPath = (path: string) => path === prefix || path.startsWith(`${prefix}/`);

export const mountOidc = (services: Services) => {
  const answerMachine = machineTokens(services);

  return async (request: IncomingMessage, response: ServerResponse) => {
    const { place, originalUrl, ip } = visitOf(request);
    await services.tenants.require(place.tenantId);
    if (isSpelledOtherwise(place.path.slice(prefix.length))) throw new RequestError('request.not_found');
    const { answer, documents, host, protocol, basePath } = await services.providers.mounted(place);
    const search = originalUrl.includes('?') ? originalUrl.slice(originalUrl.indexOf('?')) : '';
    const inner = splitResources(`${place.path.slice(prefix.length) || '/'}${search}`);
    const known = request.method === 'GET' ? documents.get(inner) : undefined;
    if (known) return answerKnown(request, response, known);

    const isToken = request.method === 'POST' && /^\/token(?:\?|$)/.test(inner);
    if (isToken && inner === '/token' && (await answerMachine(place, request, response))) return;

    request.headers['x-forwarded-host'] = host;
    request.headers['x-forwarded-proto'] = protocol;
    request.headers['x-forwarded-for'] = ip;
    request.headers.host = host;
    request.url = inner;
    (request as IncomingMessage & { originalUrl: string }).originalUrl = `${basePath}${prefix}${inner}`;
    if (isToken) await prepareTokenBody(request);
    await answer(request, response);
  };
};
