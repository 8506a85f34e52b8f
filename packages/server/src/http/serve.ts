// The enter gate. From an operation of the contract and its handler this makes the route: parse, authenticate,
// authorize, run the handler in one change, cut the answer to its schema. There is no other way to add a route to an API.
import {
  type Access,
  type Operation,
  prefixOf,
  type Received,
  type Resource,
  type Returned,
} from '@tessera/contract/kit';
import { maxUploadSize } from '@tessera/contract/user-assets';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type $ZodError, type $ZodType, safeEncode, safeParse } from 'zod/v4/core';
import { openChange } from '../database/change.ts';
import { checkQuota } from '../quotas/check-quota.ts';
import type { Services } from '../services.ts';
import { admit } from './admit.ts';
import type { Context, ContextFor } from './context.ts';
import { pager, readPage } from './paging.ts';
import { adminTenant } from './place.ts';
import { readForm } from './read-form.ts';
import { notFound, RequestError } from './request-error.ts';
import { isStorable } from './storable.ts';
import { visitOf } from './visit.ts';

type Handlers<A extends Access, O extends Resource['operations']> = {
  [K in keyof O]: (ctx: ContextFor<A>, input: Received<O[K]>) => Returned<O[K]> | Promise<Returned<O[K]>>;
};
type AnyHandler = (ctx: Context, input: unknown) => unknown;
export type Served = { resource: Resource; handlers: Record<string, AnyHandler> };

/** A missing handler, or one that returns another shape than the contract says, does not compile. */
export const serve = <
  A extends Access,
  O extends Resource['operations'],
  R extends Resource & { access: A; operations: O },
>(
  resource: R,
  handlers: Handlers<R['access'], R['operations']>,
): Served => ({ resource, handlers: handlers as unknown as Record<string, AnyHandler> });

const cloudAccess: readonly Access[] = ['cloud', 'cloudPublic', 'organization'];
const surfaceOf = (access: Access) => (cloudAccess.includes(access) ? '/cloud' : '/tenant');

/** The address of an operation on its surface, in the router's spelling. */
export const routeOf = (resource: Resource, operation: Operation) =>
  `${surfaceOf(resource.access)}${prefixOf[resource.access]}${operation.path}`;

const parsed = (schema: $ZodType | undefined, value: unknown, part: string): unknown => {
  if (!schema) return undefined;
  const result = safeParse(schema, value);
  if (result.success) return result.data;
  throw new RequestError('guard.invalid_input', {
    data: { part, issues: result.error.issues },
    details: detailsOf(result.error),
  });
};
const detailsOf = (error: $ZodError) =>
  error.issues.map(({ path, message }) => `${path.map(String).join('.') || 'input'}: ${message}`).join('\n');

const contextOf = (services: Services, operation: Operation, request: FastifyRequest, reply: FastifyReply): Context => {
  const visit = visitOf(request.raw);
  const { tenantId } = visit.place;
  const db = services.databases.of(tenantId);
  const answer: Context['answer'] = { headers: {} };
  const context: Context = {
    services,
    visit,
    tenantId,
    db,
    // Made when somebody has something to say, which is rare.
    get log() {
      return services.log.child({ requestId: visit.requestId, tenantId });
    },
    answer,
    actor: { type: 'system', id: null },
    change: openChange({
      db,
      tenantId,
      invalidation: services.invalidation,
      operation: operation.change ?? 'none',
      requestId: visit.requestId,
      actor: () => context.actor,
    }),
    page: pager({
      db,
      request: () => operation.paged && readPage(request.query as Record<string, unknown>, operation.paged),
      url: () => new URL(visit.originalUrl, services.addresses.tenant(tenantId)),
      headers: answer.headers,
    }),
    quota: (key) => checkQuota(context, key),
    audit: (key, payload) =>
      services.audit.record(tenantId, key, { ip: visit.ip, userAgent: visit.userAgent, ...payload }),
    raw: { request: request.raw, response: reply.raw },
  };
  return context;
};

const encoded = (schema: $ZodType, value: unknown): string => {
  const result = safeEncode(schema, value as never); // drops what the contract does not name
  if (!result.success) throw new Error(`the answer does not fit its contract: ${detailsOf(result.error)}`);
  return JSON.stringify(result.data);
};

type Encode = (value: unknown) => string;

/** What is public and comes from a cache is the same object each time; its text is made once. */
const encoderOf = ({ access }: Resource, { method, response }: Operation): Encode => {
  if (!response) return () => '';
  if (access !== 'public' || method !== 'GET') return (value) => encoded(response, value);
  const kept = new WeakMap<object, string>();
  return (value) => {
    if (typeof value !== 'object' || value === null) return encoded(response, value);
    const text = kept.get(value) ?? encoded(response, value);
    kept.set(value, text);
    return text;
  };
};

const handle = async (
  services: Services,
  { resource, handlers }: Served,
  name: string,
  operation: Operation,
  encode: Encode,
  request: FastifyRequest,
  reply: FastifyReply,
) => {
  const { place } = visitOf(request.raw);
  if (resource.access === 'me' && place.tenantId !== adminTenant) throw notFound(place.path);
  await services.tenants.require(place.tenantId);
  const context = contextOf(services, operation, request, reply);
  const extras = await admit(services, resource.access, request, context);
  // A wrong page has an error of its own, before the rest of the query is looked at.
  if (operation.paged) readPage(request.query as Record<string, unknown>, operation.paged);
  // Forms are what other sites can send without asking; they are read only where the contract wants one.
  if (Buffer.isBuffer(request.body) && !operation.multipart) {
    throw new RequestError('guard.invalid_input', { status: 415 });
  }
  if (![request.params, request.query, request.body].every((part) => isStorable(part))) {
    throw new RequestError('guard.invalid_input');
  }
  // No body is an empty one; `null` is not.
  const { body = {} } = request;
  const input = {
    params: request.params,
    query: parsed(operation.query, request.query, 'query'),
    body: parsed(operation.body, operation.multipart ? await readForm(request) : body, 'body'),
  };
  const handler = handlers[name] as AnyHandler;
  try {
    if (operation.quota) await context.quota(operation.quota);
    const result = await handler(Object.assign(context, extras), input);
    const body = result === undefined ? '' : encode(result);
    await context.change.commit();
    reply.headers(context.answer.headers);
    const status = context.answer.status ?? operation.status ?? (operation.response ? 200 : 204);
    if (body) reply.type('application/json; charset=utf-8');
    return reply.code(status).send(body || undefined);
  } catch (error) {
    await context.change.rollback();
    throw error;
  }
};

export const register = (app: FastifyInstance, services: Services, served: Served) => {
  for (const [name, operation] of Object.entries(served.resource.operations)) {
    const route = routeOf(served.resource, operation);
    const encode = encoderOf(served.resource, operation);
    // The cloud console reaches a tenant's Management API as a member of the tenant, below /m/{tenantId}.
    const urls = served.resource.access === 'management' ? [route, route.replace('/tenant', '/managed')] : [route];
    for (const url of urls) {
      app.route({
        method: operation.method,
        url,
        ...(operation.multipart && { bodyLimit: maxUploadSize + 64 * 1024 }),
        handler: (request, reply) => handle(services, served, name, operation, encode, request, reply),
      });
    }
  }
};
