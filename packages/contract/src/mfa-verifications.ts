// The second factors of a user, as administrators see and manage them.
import * as z from 'zod/mini';
import { text } from './fields.ts';
import { del, get, post, resource } from './kit.ts';
import { mfaFactors } from './sign-in-experience.ts';

export const mfaVerification = z.object({
  id: z.string(),
  /** ISO 8601, as everywhere about factors. */
  createdAt: z.string(),
  type: z.enum(mfaFactors),
  lastUsedAt: z.optional(z.string()),
  /** Passkeys: the browser that made it, and the name its owner gave it. */
  agent: z.optional(z.string()),
  name: z.optional(z.string()),
  /** Backup codes that are left. */
  remainCodes: z.optional(z.number()),
});
export type MfaVerification = z.output<typeof mfaVerification>;

export const mfaVerifications = resource('mfa-verifications', 'management', {
  list: get('/users/:userId/mfa-verifications', { response: z.array(mfaVerification) }),
  create: post('/users/:userId/mfa-verifications', {
    body: z.discriminatedUnion('type', [
      z.object({ type: z.literal('Totp'), secret: z.optional(text(1, 256)) }),
      z.object({ type: z.literal('BackupCode'), codes: z.optional(z.array(text(1, 64)).check(z.maxLength(100))) }),
    ]),
    response: z.discriminatedUnion('type', [
      z.object({ type: z.literal('Totp'), secret: z.string(), secretQrCode: z.string() }),
      z.object({ type: z.literal('BackupCode'), codes: z.array(z.string()) }),
    ]),
    change: 'user.mfa-verification-created',
  }),
  remove: del('/users/:userId/mfa-verifications/:verificationId', { change: 'user.mfa-verification-deleted' }),
});
