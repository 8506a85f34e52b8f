// The enter gate. From an operation of the contract and its handler this makes the route: parse, authenticate,
// authorize, run the handler in one change, cut the answer to its schema. There is no other way to add a route to an API.
import { Readable } from 'node:stream';
import {
  type Access,
  type Download,
  type Operation,
  prefixOf,
  type Received,
  type Resource,
  type Returned,
} from '@tessera/contract/kit';
import { maxUploadSize } from '@tessera/contract/user-assets';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type $ZodType, safeParse } from 'zod/v4/core';
import { openChange } from '../database/change.ts';
import type { Interaction } from '../experience/interaction.ts';
import { eventTables } from '../hooks/events-of-change.ts';
import { newsOfCall, newsOfFlow } from '../hooks/news-of-request.ts';
import { tellHooks } from '../hooks/tell.ts';
import { checkQuota } from '../quotas/check-quota.ts';
import type { Services } from '../services.ts';
import { admit } from './admit.ts';
import type { Context, ContextFor } from './context.ts';
import { detailsOf, type Encode, encoderOf } from './encode.ts';
import { pager, readPage } from './paging.ts';
import { adminTenant } from './place.ts';
import { readForm } from './read-form.ts';
import { notFound, RequestError } from './request-error.ts';
import { isStorable } from './storable.ts';
import { readVersion, refuseOutdated, type VersionReader, versionOf, versionReaderOf } from './version.ts';
import { visitOf } from './visit.ts';

type Handlers<A extends Access, O extends Resource['operations']> = {
  [K in keyof O]: (ctx: ContextFor<A>, input: Received<O[K]>) => Returned<O[K]> | Promise<Returned<O[K]>>;
};
export type Handler = (ctx: Context, input: unknown) => unknown;
export type Served = { resource: Resource; handlers: Record<string, Handler> };

/** A missing handler, or one that returns another shape than the contract says, does not compile. */
export const serve = <
  A extends Access,
  O extends Resource['operations'],
  R extends Resource & { access: A; operations: O },
>(
  resource: R,
  handlers: Handlers<R['access'], R['operations']>,
): Served => ({ resource, handlers: handlers as unknown as Record<string, Handler> });

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
/** A route: an operation of a resource, and everything about it that is the same for all requests. */
type Route = { served: Served; name: string; operation: Operation; encode: Encode; version: VersionReader | undefined };

const contextOf = (
  services: Services,
  { operation, version }: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Context => {
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
      ...(operation.change && { watched: eventTables }),
      ...(version && {
        whenLocked: async (transaction) => {
          const known = request.headers['if-match'];
          if (known === undefined) return;
          refuseOutdated(known, await readVersion(version, context, transaction, request.params));
        },
      }),
    }),
    page: pager({
      db,
      request: () => operation.paged && readPage(request.query as Record<string, unknown>, operation.paged),
      url: () => new URL(visit.originalUrl, services.addresses.at(visit.place)),
      headers: answer.headers,
    }),
    quota: (key, amount) => checkQuota(context, key, amount),
    audit: (key, payload) =>
      services.audit.record(tenantId, key, { ip: visit.ip, userAgent: visit.userAgent, ...payload }),
    raw: { request: request.raw, response: reply.raw },
  };
  return context;
};

const sendFile = async ({ change, answer }: Context, reply: FastifyReply, { type, fileName, content }: Download) => {
  await change.commit();
  reply.headers(answer.headers);
  reply.header('Content-Disposition', `attachment; filename="${fileName}"`);
  return reply.type(type).send(Readable.from(content));
};

const handle = async (services: Services, route: Route, request: FastifyRequest, reply: FastifyReply) => {
  const { served, name, operation, encode, version } = route;
  const { resource, handlers } = served;
  const { place } = visitOf(request.raw);
  if (resource.access === 'me' && place.tenantId !== adminTenant) throw notFound(place.path);
  await services.tenants.require(place.tenantId);
  if (operation.limited) await services.rateLimit.spend(visitOf(request.raw).ip);
  const context = contextOf(services, route, request, reply);
  const extras = await admit(services, resource.access, request, context, operation);
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
  const handler = handlers[name] as Handler;
  const writes = operation.change !== undefined && operation.change !== 'none';
  const listening = writes ? await services.listeningHooks.of(place.tenantId) : [];
  try {
    if (operation.quota) await context.quota(operation.quota);
    const result = await handler(Object.assign(context, extras), input);
    if (operation.download) return await sendFile(context, reply, result as Download);
    const body = result === undefined ? '' : encode(result);
    const etag = version
      ? await readVersion(version, context, await context.change.transaction(), request.params)
      : operation.versioned && versionOf(body, operation.versioned);
    const status = context.answer.status ?? operation.status ?? (operation.response ? 200 : 204);
    if (listening.length > 0) {
      const { interaction } = extras as { interaction?: Interaction };
      const answered = { access: resource.access, operation, params: request.params, status, body };
      await tellHooks(
        context,
        listening,
        interaction ? newsOfFlow(context, interaction, operation.change ?? 'none') : newsOfCall(context, answered),
      );
    }
    await context.change.commit();
    if (etag) reply.header('ETag', etag);
    reply.headers(context.answer.headers);
    if (body) reply.type('application/json; charset=utf-8');
    return reply.code(status).send(body || undefined);
  } catch (error) {
    await context.change.rollback();
    throw error;
  }
};

/** Bodies are left to the handlers, whatever their type. */
const leaveUnread = (app: FastifyInstance): FastifyInstance => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
  return app;
};

export const register = (app: FastifyInstance, services: Services, served: Served) => {
  for (const [name, operation] of Object.entries(served.resource.operations)) {
    const address = routeOf(served.resource, operation);
    const encode = encoderOf(served.resource, operation);
    const route: Route = { served, name, operation, encode, version: versionReaderOf(served, operation) };
    // The cloud console reaches a tenant's Management API as a member of the tenant, below /m/{tenantId}.
    const urls =
      served.resource.access === 'management' ? [address, address.replace('/tenant', '/managed')] : [address];
    const addTo = (app: FastifyInstance) => {
      for (const url of urls) {
        app.route({
          method: operation.method,
          url,
          ...(operation.multipart && { bodyLimit: maxUploadSize + 64 * 1024 }),
          handler: (request, reply) => handle(services, route, request, reply),
        });
      }
    };
    if (operation.upload) void app.register(async (own) => addTo(leaveUnread(own)));
    else addTo(app);
  }
};
