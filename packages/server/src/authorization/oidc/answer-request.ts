// Answers a request to a tenant's provider: those that came from outside, and those of the server itself.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { visitOf } from '../../infrastructure/http/visit.ts';
import type { Services } from '../../services.ts';
import { addressRequest } from './address-request.ts';
import { isDocumentUrl } from './client-ids.ts';
import { machineTokens } from './machine-token.ts';
import type { MountedProvider } from './mounted-provider.ts';
import { prepareTokenBody } from './token-body.ts';

const splitResources = (path: string, search: string): string => {
  if (path !== '/auth' || !search.includes('resource=')) return `${path}${search}`;
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
  // A form can name another prompt than the query, and the document of a client is read and stored.
  const isSilent = () =>
    method === 'GET' &&
    /[?&]prompt=none(?:&|$)/.test(search) &&
    !isDocumentUrl(new URLSearchParams(search).get('client_id') ?? '');
  return (stored.has(path) && method !== 'OPTIONS') || (path === '/auth' && !isSilent());
};

export type AnsweringServices = Pick<
  Services,
  'addresses' | 'applications' | 'audit' | 'authorizationLimit' | 'clock' | 'keys' | 'resourceScopes' | 'scripts'
>;

export const answerRequests = (services: AnsweringServices) => {
  const answerMachine = machineTokens(services);

  /** `path`: below the provider's own one. `search`: with its question mark. */
  return async (
    mounted: MountedProvider,
    { path, search }: { path: string; search: string },
    request: IncomingMessage,
    response: ServerResponse,
  ) => {
    const { destination, ip } = visitOf(request);
    if (isSpelledOtherwise(path)) throw new RequestError('request.not_found');
    if (isStored(request, path, search)) await services.authorizationLimit.spend(destination.tenantId, ip);
    const isToken = request.method === 'POST' && path === '/token';
    if (isToken && search === '' && (await answerMachine(destination, request, response))) return;

    addressRequest(request, mounted, splitResources(path || '/', search), ip);
    if (isToken) await prepareTokenBody(request);
    await mounted.answer(request, response);
  };
};
