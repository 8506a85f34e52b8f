// API resources: the APIs a tenant protects, and their scopes (permissions).
import * as z from 'zod/mini';
import { satisfies } from './field-issues.ts';
import { id, pageQuery, searchQuery, text, timestamp } from './fields.ts';
import { del, get, resource as operations, patch, post } from './kit.ts';

/** An absolute URI without a fragment (RFC 8707). */
export const isIndicator = (value: string) => URL.canParse(value) && !value.includes('#') && !/\s/.test(value);

export const accessTokenTtl = z.int().check(z.minimum(1), z.maximum(86_400 * 365));

export const resource = z.object({
  tenantId: z.string(),
  id,
  name: text(1, 256),
  indicator: z.string(),
  isDefault: z.boolean(),
  accessTokenTtl: z.number(),
});
export type Resource = z.output<typeof resource>;

export const scope = z.object({
  tenantId: z.string(),
  id,
  resourceId: id,
  name: text(1, 256),
  description: z.nullable(z.string()),
  createdAt: timestamp,
});
export type Scope = z.output<typeof scope>;

const description = z.optional(z.nullable(z.string().check(z.maxLength(2048))));

export const resources = operations('resources', 'management', {
  list: get('/resources', {
    query: z.object({ ...pageQuery, includeScopes: z.optional(z.string()) }),
    response: z.array(z.extend(resource, { scopes: z.optional(z.array(scope)) })),
    paged: 'optional',
  }),
  create: post('/resources', {
    body: z.object({
      name: text(1, 256),
      indicator: text(1, 2048).check(satisfies(isIndicator, 'indicator')),
      accessTokenTtl: z.optional(accessTokenTtl),
    }),
    response: z.extend(resource, { scopes: z.optional(z.array(scope)) }),
    status: 201,
    quota: 'resourcesLimit',
    change: 'resource.created',
  }),
  get: get('/resources/:id', { response: resource, versioned: true }),
  update: patch('/resources/:id', {
    body: z.partial(z.object({ name: text(1, 256), accessTokenTtl })),
    response: resource,
    change: 'resource.updated',
  }),
  setDefault: patch('/resources/:id/is-default', {
    body: z.object({ isDefault: z.boolean() }),
    response: resource,
    change: 'resource.default-updated',
  }),
  remove: del('/resources/:id', { change: 'resource.deleted' }),
  listScopes: get('/resources/:resourceId/scopes', {
    query: searchQuery,
    response: z.array(scope),
    paged: 'always',
    limits: ['searches'],
  }),
  createScope: post('/resources/:resourceId/scopes', {
    body: z.object({ name: text(1, 256), description }),
    response: scope,
    status: 201,
    change: 'scope.created',
  }),
  updateScope: patch('/resources/:resourceId/scopes/:scopeId', {
    body: z.object({ name: z.optional(text(1, 256)), description }),
    response: scope,
    change: 'scope.updated',
  }),
  /** What a deletion affects: roles of users and applications, organization roles, and third-party applications. */
  scopeUsage: get('/resources/:resourceId/scopes/:scopeId/usage', {
    response: z.object({ roles: z.number(), organizationRoles: z.number(), applications: z.number() }),
  }),
  removeScope: del('/resources/:resourceId/scopes/:scopeId', { change: 'scope.deleted' }),
});
