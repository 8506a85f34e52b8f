// Hands requests below a tenant's /oidc to its provider, which believes the forwarded headers: so they are replaced by
// what we know, and the provider's addresses are the tenant's own whatever the request claims.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { visitOf } from '../http/visit.ts';
import type { Services } from '../services.ts';
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

export const isOidcPath = (path: string) => path === prefix || path.startsWith(`${prefix}/`);

export const mountOidc = (services: Services) => async (request: IncomingMessage, response: ServerResponse) => {
  const { place, originalUrl, ip } = visitOf(request);
  await services.tenants.require(place.tenantId);
  const answer = await services.providers.answerOf(place.tenantId);
  const base = new URL(services.addresses.tenant(place.tenantId));
  const search = originalUrl.includes('?') ? originalUrl.slice(originalUrl.indexOf('?')) : '';
  const inner = splitResources(`${place.path.slice(prefix.length) || '/'}${search}`);

  request.headers['x-forwarded-host'] = base.host;
  request.headers['x-forwarded-proto'] = base.protocol.slice(0, -1);
  request.headers['x-forwarded-for'] = ip;
  request.headers.host = base.host;
  request.url = inner;
  (request as IncomingMessage & { originalUrl: string }).originalUrl =
    `${services.addresses.basePath(place.tenantId)}${prefix}${inner}`;
  await prepareTokenBody(request, inner);
  await answer(request, response);
};
