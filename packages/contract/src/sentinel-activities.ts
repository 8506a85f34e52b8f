// Attempts counted by the lockout. Administrators can clear them to unlock a user.
import * as z from 'zod/mini';
import { pageQuery, text, timestamp } from './fields.ts';
import { get, post, resource } from './kit.ts';

export const sentinelTargetType = z.enum(['User', 'App']);
export type SentinelTargetType = z.output<typeof sentinelTargetType>;

/** A user who can't sign in until then, because of failed attempts. */
export const lockedUser = z.object({
  userId: z.string(),
  user: z.object({
    name: z.nullable(z.string()),
    username: z.nullable(z.string()),
    primaryEmail: z.nullable(z.string()),
    primaryPhone: z.nullable(z.string()),
    avatar: z.nullable(z.string()),
    isSuspended: z.boolean(),
  }),
  lockedUntil: timestamp,
});
export type LockedUser = z.output<typeof lockedUser>;

export const sentinelActivities = resource('sentinel-activities', 'management', {
  listLocked: get('/sentinel-activities/locked-users', {
    query: z.object({ ...pageQuery, userId: z.optional(text(1, 128)) }),
    response: z.array(lockedUser),
    paged: 'always',
  }),
  /** `targets`: what was typed (an email address, a phone number or a username), not an ID. */
  remove: post('/sentinel-activities/delete', {
    body: z.object({
      targetType: sentinelTargetType,
      targets: z.array(text(1, 256)).check(z.minLength(1), z.maxLength(500)),
    }),
    status: 204,
    change: 'sentinel-activity.deleted',
  }),
});
