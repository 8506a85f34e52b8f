// Actions on many users at once, processed in the background.
import * as z from 'zod/mini';
import { id, pageQuery, text, timestamp } from './fields.ts';
import { get, post, resource } from './kit.ts';
import { bulkActions, maxBulkUserIds } from './user-bulk-action-kinds.ts';
import { userFilters } from './users.ts';

const count = z.int().check(z.minimum(0));

export const userBulkAction = z.object({
  id,
  action: z.enum(bulkActions),
  roleId: z.nullable(z.string()),
  organizationId: z.nullable(z.string()),
  status: z.enum(['running', 'finished', 'cancelled']),
  userCount: count,
  /** Including users who already were as requested. */
  doneCount: count,
  failedCount: count,
  createdAt: timestamp,
  finishedAt: z.nullable(timestamp),
});
export type UserBulkAction = z.output<typeof userBulkAction>;

/** A user who could not be changed. */
export const userBulkActionProblem = z.object({
  userId: z.string(),
  /** `null` if the user doesn't exist. */
  user: z.nullable(
    z.object({
      name: z.nullable(z.string()),
      username: z.nullable(z.string()),
      primaryEmail: z.nullable(z.string()),
      primaryPhone: z.nullable(z.string()),
      avatar: z.nullable(z.string()),
      isSuspended: z.boolean(),
    }),
  ),
  code: z.string(),
  message: z.string(),
});

/** Either the users by ID, or all users who match a filter. */
const selection = z.object({
  userIds: z.optional(z.array(text(1, 64)).check(z.maxLength(maxBulkUserIds))),
  filter: z.optional(z.object(userFilters)),
});
const newUserBulkAction = z.extend(selection, {
  action: z.enum(bulkActions),
  roleId: z.optional(text(1, 64)),
  organizationId: z.optional(text(1, 64)),
});
export type NewUserBulkAction = z.input<typeof newUserBulkAction>;

const one = '/user-bulk-actions/:actionId';

export const userBulkActions = resource('user-bulk-actions', 'management', {
  list: get('/user-bulk-actions', {
    query: z.object(pageQuery),
    response: z.array(userBulkAction),
    paged: 'always',
  }),
  create: post('/user-bulk-actions', {
    body: newUserBulkAction,
    response: userBulkAction,
    status: 201,
    change: 'user-bulk-action.created',
    limits: ['searches'],
  }),
  /** What an action would affect. */
  preview: post('/user-bulk-actions/preview', {
    body: selection,
    response: z.object({
      userCount: count,
      sessionCount: count,
      roleCount: count,
      organizationCount: count,
      tokenCount: count,
    }),
    change: 'none',
    limits: ['searches'],
  }),
  get: get(one, { response: userBulkAction }),
  listProblems: get(`${one}/problems`, {
    query: z.object(pageQuery),
    response: z.array(userBulkActionProblem),
    paged: 'always',
  }),
  cancel: post(`${one}/cancel`, { response: userBulkAction, change: 'user-bulk-action.cancelled' }),
});
