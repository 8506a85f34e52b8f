// Roles: sets of permissions, assigned to users or machine-to-machine applications.
import * as z from 'zod/mini';
import { application, applicationType } from './applications.ts';
import { id, idList, searchQuery, someIds, text } from './fields.ts';
import { del, get, patch, post, resource } from './kit.ts';
import { resource as apiResource, scope } from './resources.ts';
import { role, roleType } from './role.ts';
import { user } from './users.ts';

const name = text(1, 128);
const description = text(1, 128);

export const roleWithHolders = z.extend(role, {
  usersCount: z.number(),
  featuredUsers: z.array(z.object({ id, avatar: z.nullable(z.string()), name: z.nullable(z.string()) })),
  applicationsCount: z.number(),
  featuredApplications: z.array(z.object({ id: z.string(), name: z.string(), type: applicationType })),
  /** Gives full access to the tenant. */
  hasManagementApiAccess: z.boolean(),
});
export type RoleWithHolders = z.output<typeof roleWithHolders>;

export const roles = resource('roles', 'management', {
  list: get('/roles', {
    query: z.extend(searchQuery, {
      type: z.optional(roleType),
      excludeUserId: z.optional(z.string()),
      excludeApplicationId: z.optional(z.string()),
    }),
    response: z.array(roleWithHolders),
    paged: 'always',
    limits: ['searches'],
  }),
  create: post('/roles', {
    body: z.object({
      name,
      description,
      type: z.optional(roleType),
      isDefault: z.optional(z.boolean()),
      scopeIds: z.optional(idList),
    }),
    response: role,
    status: 200,
    change: 'role.created',
  }),
  get: get('/roles/:id', { response: role, versioned: true }),
  update: patch('/roles/:id', {
    body: z.partial(z.object({ name, description, isDefault: z.boolean() })),
    response: role,
    change: 'role.updated',
  }),
  remove: del('/roles/:id', { change: 'role.deleted' }),
  listScopes: get('/roles/:id/scopes', {
    query: searchQuery,
    response: z.array(z.extend(scope, { resource: apiResource })),
    paged: 'optional',
    limits: ['searches'],
  }),
  addScopes: post('/roles/:id/scopes', {
    body: z.object({ scopeIds: someIds }),
    response: z.array(scope),
    status: 201,
    change: 'role.scopes-added',
  }),
  removeScope: del('/roles/:id/scopes/:scopeId', { change: 'role.scope-removed' }),
  listUsers: get('/roles/:id/users', {
    query: searchQuery,
    response: z.array(user),
    paged: 'always',
    limits: ['searches'],
  }),
  addUsers: post('/roles/:id/users', {
    body: z.object({ userIds: someIds }),
    status: 201,
    change: 'role.users-added',
  }),
  removeUser: del('/roles/:id/users/:userId', { change: 'role.user-removed' }),
  listApplications: get('/roles/:id/applications', {
    query: searchQuery,
    response: z.array(application),
    paged: 'always',
    limits: ['searches'],
  }),
  addApplications: post('/roles/:id/applications', {
    body: z.object({ applicationIds: someIds }),
    status: 201,
    change: 'role.applications-added',
  }),
  removeApplication: del('/roles/:id/applications/:applicationId', { change: 'role.application-removed' }),
});
