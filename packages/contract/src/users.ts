// Users of a tenant.
import * as z from 'zod/mini';
import { secret, writtenBy } from './field-rules.ts';
import {
  customData,
  email,
  emptyable,
  id,
  idList,
  jsonObject,
  password,
  phone,
  searchQuery,
  text,
  timestamp,
  username,
  webUrl,
} from './fields.ts';
import { del, get, patch, post, put, resource } from './kit.ts';
import { newPassword } from './new-password.ts';
import { role } from './role.ts';
import { mfaFactors } from './sign-in-experience.ts';
import { ssoIdentity } from './sso-identity.ts';
import { userProfile } from './user-profile.ts';

const nullableString = z.nullable(z.string());

/** A user as returned by the API: no password hash, no factors, no factor settings. */
export const user = z.object({
  id: writtenBy('server', id),
  username: writtenBy('both', nullableString),
  primaryEmail: writtenBy('both', nullableString),
  primaryPhone: writtenBy('both', nullableString),
  primaryEmailVerified: writtenBy('administrators', z.boolean()),
  primaryPhoneVerified: writtenBy('administrators', z.boolean()),
  name: writtenBy('both', nullableString),
  avatar: writtenBy('both', nullableString),
  customData: writtenBy('both', jsonObject),
  identities: writtenBy('both', jsonObject),
  lastSignInAt: writtenBy('server', z.nullable(timestamp)),
  createdAt: writtenBy('server', timestamp),
  updatedAt: writtenBy('server', timestamp),
  profile: writtenBy('both', jsonObject),
  applicationId: writtenBy('server', nullableString),
  isSuspended: writtenBy('administrators', z.boolean()),
});
export type User = z.output<typeof user>;

export const userWithPassword = z.extend(user, { hasPassword: writtenBy('server', z.boolean()) });
/** Types of second factors the user has set up, without duplicates. */
const userWithFactors = z.extend(userWithPassword, {
  mfaFactors: writtenBy('server', z.array(z.enum(mfaFactors))),
});
export type ListedUser = z.output<typeof userWithFactors>;
/** One user, optionally with enterprise SSO identities. */
export const userDetails = z.extend(userWithFactors, {
  ssoIdentities: writtenBy('server', z.optional(z.array(ssoIdentity))),
});
export type UserDetails = z.output<typeof userDetails>;

/** Supported formats of imported password hashes. */
export const passwordAlgorithms = [
  ...(['Argon2i', 'Argon2id', 'Argon2d', 'SHA1', 'SHA256', 'MD5', 'Bcrypt', 'Legacy'] as const),
] as const;
export const passwordAlgorithm = z.enum(passwordAlgorithms);
export type PasswordAlgorithm = z.output<typeof passwordAlgorithm>;

const name = text(1, 128);
const passwordAlone = z.object({ password });

/** An address set by an administrator is unverified unless marked as verified. */
const verifiedElsewhere = { primaryEmailVerified: z.boolean(), primaryPhoneVerified: z.boolean() };

/** Everything is optional. A password is plain text, or a hash with its algorithm. */
export const newUser = z.partial(
  z.object({
    primaryPhone: emptyable(phone),
    primaryEmail: emptyable(email),
    ...verifiedElsewhere,
    username: emptyable(username),
    password,
    passwordDigest: secret(text(1, 256), { readBy: 'nobody' }),
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
  ...verifiedElsewhere,
  name: emptyable(name),
  avatar: emptyable(webUrl),
  customData,
  profile: userProfile,
});

/** Factor filters of the list; `any` and `none` cover all factors. */
export const mfaFilters = ['any', 'none', 'Totp', 'WebAuthn'] as const;
const moment = z.coerce.number<number | string>().check(z.int(), z.minimum(0), z.maximum(8.64e15));

/** Filters of the user list. Each is served by an index. */
export const userFilters = {
  q: z.optional(text(1, 256)),
  status: z.optional(z.enum(['active', 'suspended'])),
  passwordStatus: z.optional(z.enum(['set', 'none'])),
  mfa: z.optional(z.enum(mfaFilters)),
  createdFrom: z.optional(moment),
  createdTo: z.optional(moment),
  signUpApplicationId: z.optional(text(1, 128)),
  emailDomain: z.optional(text(1, 128)),
};

const one = '/users/:userId';

export const users = resource('users', 'management', {
  list: get('/users', {
    query: z.extend(searchQuery, {
      excludeRoleId: z.optional(z.string()),
      excludeOrganizationId: z.optional(z.string()),
      ...userFilters,
      sort: z.optional(z.enum(['createdAt', '-createdAt'])),
    }),
    response: z.array(userWithFactors),
    paged: 'always',
    limits: ['searches'],
  }),
  create: post('/users', {
    body: newUser,
    response: userWithPassword,
    status: 200,
    change: 'user.created',
    limits: ['hashes'],
  }),
  get: get(one, {
    query: z.object({ includeSsoIdentities: z.optional(z.string()) }),
    response: userDetails,
    // Sign-ins during editing must not change the version.
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
    body: newPassword,
    response: userWithPassword,
    change: 'user.password-updated',
    limits: ['hashes'],
  }),
  verifyPassword: post(`${one}/password/verify`, { body: passwordAlone, change: 'none', limits: ['hashes'] }),
  hasPassword: get(`${one}/has-password`, { response: z.object({ hasPassword: z.boolean() }) }),
  suspend: patch(`${one}/is-suspended`, {
    body: z.object({ isSuspended: z.boolean() }),
    response: userWithPassword,
    change: 'user.suspension-updated',
  }),
  listRoles: get(`${one}/roles`, {
    query: searchQuery,
    response: z.array(role),
    paged: 'always',
    limits: ['searches'],
  }),
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
