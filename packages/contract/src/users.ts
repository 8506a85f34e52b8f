// Users: the people a tenant signs in.
import * as z from 'zod/mini';
import {
  customData,
  email,
  emptyable,
  id,
  idList,
  jsonObject,
  phone,
  searchQuery,
  text,
  timestamp,
  username,
  webUrl,
} from './fields.ts';
import { del, get, patch, post, put, resource } from './kit.ts';
import { role } from './role.ts';
import { ssoIdentity } from './sso-identity.ts';
import { userProfile } from './user-profile.ts';

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

export const userWithPassword = z.extend(user, { hasPassword: z.boolean() });
/** One user, and where asked for, who they are at companies with a sign-in of their own. */
export const userDetails = z.extend(userWithPassword, { ssoIdentities: z.optional(z.array(ssoIdentity)) });
export type UserDetails = z.output<typeof userDetails>;

/** The formats in which a password's hash can come from elsewhere. */
export const passwordAlgorithms = [
  ...(['Argon2i', 'Argon2id', 'Argon2d', 'SHA1', 'SHA256', 'MD5', 'Bcrypt', 'Legacy'] as const),
] as const;
export const passwordAlgorithm = z.enum(passwordAlgorithms);
export type PasswordAlgorithm = z.output<typeof passwordAlgorithm>;

const name = text(1, 128);
const password = z.object({ password: text(1, 1024) });

/** Nothing is mandatory. A password comes as it is, or as a hash together with how the hash was made. */
export const newUser = z.partial(
  z.object({
    primaryPhone: emptyable(phone),
    primaryEmail: emptyable(email),
    username: emptyable(username),
    password: text(1, 1024),
    passwordDigest: text(1, 256),
    passwordAlgorithm,
    name: emptyable(name),
    avatar: emptyable(webUrl),
    customData,
    profile: userProfile,
  }),
);
export type NewUser = z.output<typeof newUser>;

const editable = z.object({
  username: emptyable(username),
  primaryEmail: emptyable(email),
  primaryPhone: emptyable(phone),
  name: emptyable(name),
  avatar: emptyable(webUrl),
  customData,
  profile: userProfile,
});

const one = '/users/:userId';

export const users = resource('users', 'management', {
  list: get('/users', {
    query: z.extend(searchQuery, {
      excludeRoleId: z.optional(z.string()),
      excludeOrganizationId: z.optional(z.string()),
    }),
    response: z.array(userWithPassword),
    paged: 'always',
  }),
  create: post('/users', { body: newUser, response: userWithPassword, status: 200, change: 'user.created' }),
  get: get(one, {
    query: z.object({ includeSsoIdentities: z.optional(z.string()) }),
    response: userDetails,
    // People sign in while somebody edits them; that is no other version.
    versioned: Object.keys(editable.shape),
  }),
  update: patch(one, { body: z.partial(editable), response: userWithPassword, change: 'user.updated' }),
  remove: del(one, { change: 'user.deleted' }),
  customData: get(`${one}/custom-data`, { response: jsonObject }),
  updateCustomData: patch(`${one}/custom-data`, {
    body: z.object({ customData: jsonObject }),
    response: jsonObject,
    change: 'user.custom-data-updated',
  }),
  updateProfile: patch(`${one}/profile`, {
    body: z.object({ profile: userProfile }),
    response: jsonObject,
    change: 'user.profile-updated',
  }),
  setPassword: patch(`${one}/password`, {
    body: password,
    response: userWithPassword,
    change: 'user.password-updated',
  }),
  verifyPassword: post(`${one}/password/verify`, { body: password, change: 'none' }),
  hasPassword: get(`${one}/has-password`, { response: z.object({ hasPassword: z.boolean() }) }),
  suspend: patch(`${one}/is-suspended`, {
    body: z.object({ isSuspended: z.boolean() }),
    response: userWithPassword,
    change: 'user.suspension-updated',
  }),
  listRoles: get(`${one}/roles`, { query: searchQuery, response: z.array(role), paged: 'always' }),
  addRoles: post(`${one}/roles`, {
    body: z.object({ roleIds: idList }),
    status: 201,
    change: 'user.roles-added',
  }),
  replaceRoles: put(`${one}/roles`, {
    body: z.object({ roleIds: idList }),
    status: 200,
    change: 'user.roles-replaced',
  }),
  removeRole: del(`${one}/roles/:roleId`, { change: 'user.role-removed' }),
});
