// Attempts that the lockout counts. Administrators can forget those of somebody, who is then let in again.
import * as z from 'zod/mini';
import { text } from './fields.ts';
import { post, resource } from './kit.ts';

export const sentinelTargetType = z.enum(['User', 'App']);
export type SentinelTargetType = z.output<typeof sentinelTargetType>;

export const sentinelActivities = resource('sentinel-activities', 'management', {
  /** `targets`: what was typed (an email address, a phone number or a username), not an id. */
  remove: post('/sentinel-activities/delete', {
    body: z.object({
      targetType: sentinelTargetType,
      targets: z.array(text(1, 256)).check(z.minLength(1), z.maxLength(500)),
    }),
    status: 204,
    change: 'sentinel-activity.deleted',
  }),
});
