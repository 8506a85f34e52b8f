// A new password for a user.
import * as z from 'zod/mini';
import { password } from './fields.ts';

export const newPassword = z.object({
  password,
  /** By default, the user's other sessions and their tokens end. */
  keepSessions: z.optional(z.boolean()),
});
