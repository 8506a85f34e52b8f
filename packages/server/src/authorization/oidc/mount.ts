// Passes requests below a tenant's /oidc to its provider. The provider trusts forwarded headers, so they are replaced
// by known values, and its URLs are always the tenant's own.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { visitOf } from '../../infrastructure/http/visit.ts';
import type { Services } from '../../services.ts';
import { answerKnown } from './conditional-answers.ts';
import { machineTokens } from './machine-token.ts';
import { prepareTokenBody } from './token-body.ts';

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

const splitResources = (url: string): string => {
  const [path = '', search = ''] = url.split(/\?(.*)/s);
  if (path !== '/auth' || !search.includes('resource=')) return url;
  const query = new URLSearchParams(search);
  const resources = query.getAll('resource').flatMap((value) => value.split(',').filter(Boolean));
  query.delete('resource');
  for (const resource of resources) query.append('resource', resource);
  return `${path}?${query}`;
};

/** The provider's router accepts other spellings of its paths. Ours has one; only IDs have capital letters. */
const hasId = (path: string) => /^\/(?:auth|device)\/[\w-]+$/.test(path) && path.toLowerCase() !== '/device/auth';
const isSpelledOtherwise = (path: string) => !hasId(path) && /[A-Z]|.\/$/.test(path);

const stored = new Set(['/request', '/device', '/device/auth', '/reg']);

/** Whether a request stores something in the database, possibly before anyone has signed in. */
const isStored = ({ method }: IncomingMessage, path: string, search: string) => {
  // A form can name another prompt than the query.
  const isSilent = method === 'GET' && /[?&]prompt=none(?:&|$)/.test(search);
  return stored.has(path) || (path === '/auth' && !isSilent);
};

/** Its name in metrics, without interaction IDs and unknown paths. */
const operationOf = (path: string) => {
  const [, , endpoint = ''] = path.split('/');
  return `oidc.${endpoints.has(endpoint) ? endpoint : 'other'}`;
};

export const isOidcPath = (path: string) => path === prefix || path.startsWith(`${prefix}/`);

export const mountOidc = (
  services: Pick<
    Services,
    | 'addresses'
    | 'applications'
    | 'audit'
    | 'authorizationLimit'
    | 'clock'
    | 'keys'
    | 'providers'
    | 'resourceScopes'
    | 'scripts'
    | 'tenants'
  >,
) => {
  const answerMachine = machineTokens(services);

  return async (request: IncomingMessage, response: ServerResponse) => {
    const visit = visitOf(request);
    const { destination, originalUrl, ip } = visit;
    visit.operation = operationOf(destination.path);
    await services.tenants.require(destination.tenantId);
    const path = destination.path.slice(prefix.length);
    const search = originalUrl.includes('?') ? originalUrl.slice(originalUrl.indexOf('?')) : '';
    const { answer, documents, host, protocol, basePath } = await services.providers.mounted(destination);
    const known = request.method === 'GET' && search === '' ? documents.get(path) : undefined;
    if (known) return answerKnown(request, response, known);
    if (isSpelledOtherwise(path)) throw new RequestError('request.not_found');
    if (isStored(request, path, search)) await services.authorizationLimit.spend(destination.tenantId, ip);
    const inner = splitResources(`${path || '/'}${search}`);

    const isToken = request.method === 'POST' && /^\/token(?:\?|$)/.test(inner);
    if (isToken && inner === '/token' && (await answerMachine(destination, request, response))) return;

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
