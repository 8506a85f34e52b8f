// Users: the people a tenant signs in.
import * as z from 'zod/mini';
import { id, idList, jsonObject, searchQuery, timestamp } from './fields.ts';
import { del, get, post, put, resource } from './kit.ts';
import { role } from './role.ts';

const nullableString = z.nullable(z.string());

/** What leaves the server of a user: no password hash, no factors, no settings of factors. */
export const user = z.object({
  id,
  username: nullableString,
  primaryEmail: nullableString,
  primaryPhone: nullableString,
  name: nullableString,
  avatar: nullableString,
  customData: jsonObject,
  identities: jsonObject,
  lastSignInAt: z.nullable(timestamp),
  createdAt: timestamp,
  updatedAt: timestamp,
  profile: jsonObject,
  applicationId: nullableString,
  isSuspended: z.boolean(),
});
export type User = z.output<typeof user>;

export const users = resource('users', 'management', {
  list: get('/users', {
    query: z.extend(searchQuery, {
      excludeRoleId: z.optional(z.string()),
      excludeOrganizationId: z.optional(z.string()),
    }),
    response: z.array(user),
    paged: 'always',
  }),
  listRoles: get('/users/:userId/roles', { query: searchQuery, response: z.array(role), paged: 'always' }),
  addRoles: post('/users/:userId/roles', {
    body: z.object({ roleIds: idList }),
    status: 201,
    change: 'user.roles-added',
  }),
  replaceRoles: put('/users/:userId/roles', {
    body: z.object({ roleIds: idList }),
    status: 200,
    change: 'user.roles-replaced',
  }),
  removeRole: del('/users/:userId/roles/:roleId', { change: 'user.role-removed' }),
});
