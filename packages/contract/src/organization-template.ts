// The organization template: permissions and roles shared by all organizations of a tenant.
import * as z from 'zod/mini';
import { id, idList, pageQuery, searched, someIds, text, timestamp } from './fields.ts';
import { del, get, patch, post, put, resource } from './kit.ts';
import { roleType } from './role.ts';

/** Additions must not be empty. */

const name = text(1, 128);
const description = z.nullable(z.string().check(z.maxLength(256)));

export const organizationScope = z.object({ tenantId: z.string(), id, name, description });
export type OrganizationScope = z.output<typeof organizationScope>;

export const organizationRole = z.object({ tenantId: z.string(), id, name, description, type: roleType });
export type OrganizationRole = z.output<typeof organizationRole>;

/** An entity reference by ID and name. */
export const named = z.object({ id: z.string(), name: z.string() });
export type Named = z.output<typeof named>;

export const listedOrganizationRole = z.extend(organizationRole, {
  scopes: z.array(named),
  resourceScopes: z.array(z.extend(named, { resource: named })),
});

/** A permission of an API. */
const resourceScope = z.object({
  tenantId: z.string(),
  id,
  resourceId: id,
  name: z.string(),
  description: z.nullable(z.string()),
  createdAt: timestamp,
  resource: named,
});

const paged = z.object(pageQuery);

export const organizationScopes = resource('organization-scopes', 'management', {
  list: get('/organization-scopes', {
    query: z.object({ ...pageQuery, ...searched }),
    response: z.array(organizationScope),
    paged: 'optional',
    limits: ['searches'],
  }),
  create: post('/organization-scopes', {
    body: z.object({ name, description: z.optional(description) }),
    response: organizationScope,
    status: 201,
    change: 'organization-scope.created',
  }),
  get: get('/organization-scopes/:organizationScopeId', { response: organizationScope }),
  /** What a deletion affects. */
  usage: get('/organization-scopes/:organizationScopeId/usage', { response: z.object({ roles: z.number() }) }),
  update: patch('/organization-scopes/:organizationScopeId', {
    body: z.partial(z.object({ name, description })),
    response: organizationScope,
    change: 'organization-scope.updated',
  }),
  remove: del('/organization-scopes/:organizationScopeId', { change: 'organization-scope.deleted' }),
});

/** What a deletion affects. */
const roleUsage = z.object({ users: z.number(), applications: z.number(), organizations: z.number() });

export const organizationRoles = resource('organization-roles', 'management', {
  list: get('/organization-roles', {
    query: z.object({ ...pageQuery, ...searched, type: z.optional(roleType) }),
    response: z.array(listedOrganizationRole),
    paged: 'always',
    limits: ['searches'],
  }),
  create: post('/organization-roles', {
    body: z.object({
      name,
      description: z.optional(description),
      type: z.optional(roleType),
      organizationScopeIds: z.optional(idList),
      resourceScopeIds: z.optional(idList),
    }),
    response: organizationRole,
    status: 201,
    change: 'organization-role.created',
  }),
  get: get('/organization-roles/:organizationRoleId', { response: organizationRole, versioned: true }),
  update: patch('/organization-roles/:organizationRoleId', {
    body: z.partial(z.object({ name, description, type: roleType })),
    response: organizationRole,
    change: 'organization-role.updated',
  }),
  remove: del('/organization-roles/:organizationRoleId', { change: 'organization-role.deleted' }),
  usage: get('/organization-roles/:organizationRoleId/usage', { response: roleUsage }),

  listScopes: get('/organization-roles/:organizationRoleId/scopes', {
    query: paged,
    response: z.array(organizationScope),
    paged: 'optional',
  }),
  addScopes: post('/organization-roles/:organizationRoleId/scopes', {
    body: z.object({ organizationScopeIds: someIds }),
    status: 201,
    change: 'organization-role.scopes-added',
  }),
  replaceScopes: put('/organization-roles/:organizationRoleId/scopes', {
    body: z.object({ organizationScopeIds: idList }),
    change: 'organization-role.scopes-replaced',
  }),
  removeScope: del('/organization-roles/:organizationRoleId/scopes/:organizationScopeId', {
    change: 'organization-role.scope-removed',
  }),

  listResourceScopes: get('/organization-roles/:organizationRoleId/resource-scopes', {
    query: paged,
    response: z.array(resourceScope),
    paged: 'optional',
  }),
  addResourceScopes: post('/organization-roles/:organizationRoleId/resource-scopes', {
    body: z.object({ scopeIds: someIds }),
    status: 201,
    change: 'organization-role.resource-scopes-added',
  }),
  replaceResourceScopes: put('/organization-roles/:organizationRoleId/resource-scopes', {
    body: z.object({ scopeIds: idList }),
    change: 'organization-role.resource-scopes-replaced',
  }),
  removeResourceScope: del('/organization-roles/:organizationRoleId/resource-scopes/:scopeId', {
    change: 'organization-role.resource-scope-removed',
  }),
});
