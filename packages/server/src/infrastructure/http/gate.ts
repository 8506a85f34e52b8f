// The entry gate. Creates the route of a contract operation and its handler: parse, authenticate, authorize, run the
// handler in one change, and limit the response to its schema. It knows no feature; see `Gate` for the parts they
// provide.
import { Readable } from 'node:stream';
import { type Access, type Download, type Operation, prefixOf, type Resource } from '@tessera/contract/kit';
import type { QuotaKey } from '@tessera/contract/plans';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type $ZodType, safeParse } from 'zod/v4/core';
import type { Addresses } from '../../addresses.ts';
import type { Log } from '../../log.ts';
import type { Audit } from '../audit/audit.ts';
import type { Invalidation } from '../cache/invalidation.ts';
import { openChange } from '../database/change.ts';
import { isPassing } from '../database/problems.ts';
import type { Replica } from '../database/replica.ts';
import type { Databases } from '../database/tenant-database.ts';
import type { PatternSearches } from '../search/pattern-searches.ts';
import { isPatternSearch } from '../search/search.ts';
import type { Admission } from './admission.ts';
import type { Amount, RequestContext } from './context.ts';
import { type Encode, encoderOf } from './encode.ts';
import type { UploadSlots } from './limit-uploads.ts';
import { pager, readPage } from './paging.ts';
import type { RateLimit, StorageLimit } from './rate-limit.ts';
import { readForm } from './read-form.ts';
import { notFound, RequestError } from './request-error.ts';
import type { Handler, Served } from './served.ts';
import { requireStorable } from './storable.ts';
import { readVersion, refuseOutdated, type VersionReader, versionOf, versionReaderOf } from './version.ts';
import { visitOf } from './visit.ts';

export type GateServices = {
  addresses: Addresses;
  audit: Audit;
  databases: Databases;
  invalidation: Invalidation;
  log: Log;
  patternSearches: PatternSearches;
  rateLimit: RateLimit;
  userWriteLimit: StorageLimit;
  replica: Replica | undefined;
  tenants: { require: (tenantId: string) => Promise<unknown> };
  uploadSlots: UploadSlots;
};

/** A call of a write operation; the response, without secrets, is set once the handler has returned. */
export type Call = {
  access: Access;
  operation: Operation;
  params: unknown;
  answer?: { status: number; body: string };
};

/** The parts of the gate that features provide. */
export type Gate<Services extends GateServices> = {
  services: Services;
  admissions: Record<Access, Admission<Services>>;
  checkQuota: (context: RequestContext<Services>, key: QuotaKey, amount?: Amount) => Promise<void>;
  /** Run before the handler of a write operation, and can subscribe to its change. */
  followers: readonly ((context: RequestContext<Services>, call: Call) => Promise<void>)[];
};

const cloudAccess: readonly Access[] = ['cloud', 'cloudPublic', 'organization'];
/** Of anyone who has an account, or begins a sign-in. */
const usersAccess: readonly Access[] = ['interaction', 'account', 'me'];
const surfaceOf = (access: Access) => (cloudAccess.includes(access) ? '/cloud' : '/tenant');

/** The path of an operation on its surface, in the router's syntax. */
export const routeOf = (resource: Resource, operation: Operation) =>
  `${surfaceOf(resource.access)}${prefixOf[resource.access]}${operation.path}`;

const parsed = (schema: $ZodType | undefined, value: unknown, part: string): unknown => {
  if (!schema) return undefined;
  const result = safeParse(schema, value);
  if (result.success) return result.data;
  throw new RequestError('guard.invalid_input', { fields: { part, input: value, issues: result.error.issues } });
};
/** A route: an operation of a resource, and everything about it that is the same for all requests. */
type Route = { served: Served; name: string; operation: Operation; encode: Encode; version: VersionReader | undefined };

const contextOf = <Services extends GateServices>(
  { services, admissions, checkQuota }: Gate<Services>,
  { served: { resource }, operation, version }: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): RequestContext<Services> => {
  const visit = visitOf(request.raw);
  const { tenantId } = visit.destination;
  const { allow } = admissions[resource.access];
  const db = services.databases.of(tenantId);
  const answer: RequestContext['answer'] = { headers: {} };
  const isLimited = () => isPatternSearch(request.query as Record<string, unknown>);
  const context: RequestContext<Services> = {
    services,
    visit,
    tenantId,
    db,
    // Created lazily, because few requests log anything.
    get log() {
      return services.log.child({ requestId: visit.requestId, tenantId });
    },
    answer,
    actor: { type: 'system', id: null },
    caller: { scopes: new Set() },
    readsSecrets: false,
    change: openChange({
      db,
      tenantId,
      invalidation: services.invalidation,
      operation: operation.change ?? 'none',
      requestId: visit.requestId,
      ip: visit.ip,
      actor: () => context.actor,
      ...(allow && { allow: (...written) => allow(context, ...written) }),
      ...(version && {
        whenLocked: async (transaction) => {
          const known = request.headers['if-match'];
          if (known === undefined) return;
          refuseOutdated(known, await readVersion(version, context, transaction, request.params));
        },
      }),
    }),
    page: pager({
      run: (work) => (isLimited() ? services.patternSearches.run(tenantId, work) : work(context.db)),
      isLimited,
      request: () => operation.paged && readPage(request.query as Record<string, unknown>, operation.paged),
      url: () => new URL(visit.originalUrl, services.addresses.at(visit.destination)),
      headers: answer.headers,
    }),
    quota: (key, amount) => checkQuota(context, key, amount),
    audit: (key, payload) =>
      services.audit.record(tenantId, key, { ip: visit.ip, userAgent: visit.userAgent, ...payload }),
    raw: { request: request.raw, response: reply.raw },
  };
  return context;
};

const sendFile = async (
  { change, answer }: RequestContext,
  reply: FastifyReply,
  { type, fileName, content }: Download,
) => {
  await change.commit();
  reply.headers(answer.headers);
  reply.header('Content-Disposition', `attachment; filename="${fileName}"`);
  return reply.type(type).send(Readable.from(content));
};

/** Records who read which secrets, without their values. */
const recordReading = (
  context: RequestContext,
  operation: string,
  { params }: FastifyRequest,
  fields: readonly string[],
) => context.audit('ReadSecret', { result: 'Success', actor: context.actor, operation, params, fields });

/** Uses the replica if the response may be slightly old, and the primary if the replica fails. */
const answerOf = async (
  { served, name, operation }: Route,
  context: RequestContext<GateServices>,
  input: unknown,
): Promise<unknown> => {
  const handler = served.handlers[name] as Handler;
  const { replica } = context.services;
  const { db } = context;
  const copy = operation.mayLag && replica?.of(context.tenantId);
  if (!copy) return handler(context, input);
  try {
    return await handler(Object.assign(context, { db: copy }), input);
  } catch (error) {
    if (!isPassing(error)) throw error;
    replica?.suspect();
    return handler(Object.assign(context, { db }), input);
  }
};

/** Only callers with permission get this far, so others take no slot and send no file. */
const receiveForm = async ({ uploadSlots }: GateServices, { raw }: FastifyRequest, reply: FastifyReply) => {
  await uploadSlots.acquire(visitOf(raw).destination.tenantId, reply.raw);
  return readForm(raw);
};

const handle = async <Services extends GateServices>(
  gate: Gate<Services>,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
) => {
  const { services } = gate;
  const { served, name, operation, encode, version } = route;
  const { resource } = served;
  const visit = visitOf(request.raw);
  const { destination } = visit;
  visit.operation = `${resource.name}.${name}`;
  visit.access = resource.access;
  const { isServedAt, admit } = gate.admissions[resource.access];
  if (isServedAt?.(destination.tenantId) === false) throw notFound(destination.path);
  await services.tenants.require(destination.tenantId);
  if (operation.limits?.includes('attempts')) await services.rateLimit.spend(visit.ip);
  else if (operation.method !== 'GET' && usersAccess.includes(resource.access)) {
    await services.userWriteLimit.spend(destination.tenantId, visit.ip);
  }
  const context = contextOf(gate, route, request, reply);
  Object.assign(context, await admit(context, request, operation));
  // An invalid page has its own error, before the rest of the query is validated.
  if (operation.paged) readPage(request.query as Record<string, unknown>, operation.paged);
  // Other sites can send forms without a preflight, so they are only accepted where the contract expects one.
  if (Buffer.isBuffer(request.body)) throw new RequestError('guard.invalid_input', { status: 415 });
  requireStorable(request);
  // A missing body counts as empty; `null` does not.
  const { body = {} } = request;
  const input = {
    params: request.params,
    query: parsed(operation.query, request.query, 'query'),
    body: parsed(operation.body, operation.multipart ? await receiveForm(services, request, reply) : body, 'body'),
  };
  const writes = operation.change !== undefined && operation.change !== 'none';
  const call: Call = { access: resource.access, operation, params: request.params };
  // Before the change begins: a request that holds a connection must not wait for a second one.
  if (writes) for (const follow of gate.followers) await follow(context, call);
  try {
    if (operation.quota) await context.quota(operation.quota);
    const result = await answerOf(route, context, input);
    if (operation.download) return await sendFile(context, reply, result as Download);
    const encoded = result === undefined ? undefined : encode(result, context.readsSecrets);
    const body = encoded?.text ?? '';
    const etag = version
      ? await readVersion(version, context, await context.change.transaction(), request.params)
      : operation.versioned && encoded && versionOf(encoded, operation.versioned);
    const status = context.answer.status ?? operation.status ?? (operation.response ? 200 : 204);
    call.answer = { status, body: encoded?.masked ?? '' };
    await context.change.commit();
    if (writes) services.replica?.noteWrite(destination.tenantId);
    if (encoded && encoded.read.length > 0) recordReading(context, `${resource.name}.${name}`, request, encoded.read);
    reply.prepared = encoded?.prepared;
    if (etag) reply.header('ETag', etag);
    // Tenant and user data must not stay on the disk of a shared computer.
    if (resource.access !== 'public' && resource.access !== 'cloudPublic') reply.header('Cache-Control', 'no-store');
    if (body) reply.type('application/json; charset=utf-8');
    reply.headers(context.answer.headers);
    return reply.code(status).send(body || undefined);
  } catch (error) {
    await context.change.rollback();
    throw error;
  }
};

/** Bodies of any type stay unread until their caller is known. */
const leaveUnread = (app: FastifyInstance): FastifyInstance => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
  return app;
};

export const register = <Services extends GateServices>(app: FastifyInstance, gate: Gate<Services>, served: Served) => {
  for (const [name, operation] of Object.entries(served.resource.operations)) {
    const address = routeOf(served.resource, operation);
    const encode = encoderOf(served.resource, operation);
    const route: Route = { served, name, operation, encode, version: versionReaderOf(served, operation) };
    // The cloud console calls a tenant's Management API as a member, below /m/{tenantId}.
    const urls =
      served.resource.access === 'management' ? [address, address.replace('/tenant', '/managed')] : [address];
    const addTo = (app: FastifyInstance) => {
      for (const url of urls) {
        app.route({
          method: operation.method,
          url,
          handler: (request, reply) => handle(gate, route, request, reply),
        });
      }
    };
    if (operation.upload || operation.multipart) void app.register(async (own) => addTo(leaveUnread(own)));
    else addTo(app);
  }
};
