// Members and applications of an organization, and their roles there.
import * as z from 'zod/mini';
import { application } from './applications.ts';
import { idList, pageQuery, searched, someIds } from './fields.ts';
import { del, get, post, put, resource } from './kit.ts';
import { named, organizationRole, organizationScope } from './organization-template.ts';
import { user } from './users.ts';

const list = z.object({ ...pageQuery, ...searched });
const paged = z.object(pageQuery);
/** Roles by ID, by name, or both. */
const rolesByIdOrName = z.object({
  organizationRoleIds: z.optional(idList),
  organizationRoleNames: z.optional(idList),
});

export const organizationMember = z.extend(user, { organizationRoles: z.array(named) });
export type OrganizationMember = z.output<typeof organizationMember>;
/** Without `secret`, which is not for the organization. */
export const organizationMachine = z.extend(z.omit(application, { secret: true }), {
  organizationRoles: z.array(named),
});
export type OrganizationMachine = z.output<typeof organizationMachine>;

export const organizationUsers = resource('organization-users', 'management', {
  list: get('/organizations/:organizationId/users', {
    query: list,
    response: z.array(organizationMember),
    paged: 'always',
    limits: ['searches'],
  }),
  add: post('/organizations/:organizationId/users', {
    body: z.object({ userIds: someIds }),
    status: 201,
    change: 'organization.users-added',
  }),
  replace: put('/organizations/:organizationId/users', {
    body: z.object({ userIds: idList }),
    change: 'organization.users-replaced',
  }),
  remove: del('/organizations/:organizationId/users/:userId', { change: 'organization.user-removed' }),
  removeMany: post('/organizations/:organizationId/users/removals', {
    body: z.object({ userIds: someIds }),
    needs: 'delete:data',
    change: 'organization.users-removed',
  }),
  assignRoles: post('/organizations/:organizationId/users/roles', {
    body: z.object({ userIds: someIds, organizationRoleIds: someIds }),
    status: 201,
    change: 'organization.user-roles-assigned',
  }),
  listRoles: get('/organizations/:organizationId/users/:userId/roles', {
    query: paged,
    response: z.array(organizationRole),
    paged: 'optional',
  }),
  addRoles: post('/organizations/:organizationId/users/:userId/roles', {
    body: rolesByIdOrName,
    status: 201,
    change: 'organization.user-roles-added',
  }),
  replaceRoles: put('/organizations/:organizationId/users/:userId/roles', {
    body: rolesByIdOrName,
    change: 'organization.user-roles-replaced',
  }),
  removeRole: del('/organizations/:organizationId/users/:userId/roles/:organizationRoleId', {
    change: 'organization.user-role-removed',
  }),
  scopes: get('/organizations/:organizationId/users/:userId/scopes', { response: z.array(organizationScope) }),
});

export const organizationApplications = resource('organization-applications', 'management', {
  list: get('/organizations/:organizationId/applications', {
    query: list,
    response: z.array(organizationMachine),
    paged: 'always',
    limits: ['searches'],
  }),
  add: post('/organizations/:organizationId/applications', {
    body: z.object({ applicationIds: someIds }),
    status: 201,
    change: 'organization.applications-added',
  }),
  replace: put('/organizations/:organizationId/applications', {
    body: z.object({ applicationIds: idList }),
    change: 'organization.applications-replaced',
  }),
  remove: del('/organizations/:organizationId/applications/:applicationId', {
    change: 'organization.application-removed',
  }),
  assignRoles: post('/organizations/:organizationId/applications/roles', {
    body: z.object({ applicationIds: someIds, organizationRoleIds: someIds }),
    status: 201,
    change: 'organization.application-roles-assigned',
  }),
  listRoles: get('/organizations/:organizationId/applications/:applicationId/roles', {
    query: paged,
    response: z.array(organizationRole),
    paged: 'optional',
  }),
  addRoles: post('/organizations/:organizationId/applications/:applicationId/roles', {
    body: z.object({ organizationRoleIds: someIds }),
    status: 201,
    change: 'organization.application-roles-added',
  }),
  replaceRoles: put('/organizations/:organizationId/applications/:applicationId/roles', {
    body: z.object({ organizationRoleIds: idList }),
    change: 'organization.application-roles-replaced',
  }),
  removeRole: del('/organizations/:organizationId/applications/:applicationId/roles/:organizationRoleId', {
    change: 'organization.application-role-removed',
  }),
});
