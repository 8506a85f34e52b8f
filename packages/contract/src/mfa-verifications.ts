// A user's MFA factors, as managed by administrators.
import * as z from 'zod/mini';
import { secret } from './field-rules.ts';
import { text } from './fields.ts';
import { del, get, post, resource } from './kit.ts';
import { mfaFactors } from './sign-in-experience.ts';

export const mfaVerification = z.object({
  id: z.string(),
  /** ISO 8601, like all factor timestamps. */
  createdAt: z.string(),
  type: z.enum(mfaFactors),
  lastUsedAt: z.optional(z.string()),
  /** Passkeys: the registering browser, and the name its owner gave it. */
  agent: z.optional(z.string()),
  name: z.optional(z.string()),
  /** Passkeys: whether it can be synced between devices, and whether it is. Unknown until an older one is used. */
  backupEligible: z.optional(z.boolean()),
  backupState: z.optional(z.boolean()),
  /** Remaining backup codes. */
  remainCodes: z.optional(z.number()),
});
export type MfaVerification = z.output<typeof mfaVerification>;

/** Returned once, to the caller who sets up the factor. */
const shownOnce = secret(z.string(), { readBy: 'recipient' });
export const newTotpSecret = { secret: shownOnce, secretQrCode: shownOnce };
export const newBackupCodes = secret(z.array(z.string()), { readBy: 'recipient' });

export const mfaVerifications = resource('mfa-verifications', 'management', {
  list: get('/users/:userId/mfa-verifications', { response: z.array(mfaVerification) }),
  create: post('/users/:userId/mfa-verifications', {
    body: z.discriminatedUnion('type', [
      z.object({ type: z.literal('Totp'), secret: z.optional(secret(text(1, 256), { readBy: 'nobody' })) }),
      z.object({
        type: z.literal('BackupCode'),
        codes: z.optional(secret(z.array(text(1, 64)).check(z.maxLength(100)), { readBy: 'nobody' })),
      }),
    ]),
    response: z.discriminatedUnion('type', [
      z.object({ type: z.literal('Totp'), ...newTotpSecret }),
      z.object({ type: z.literal('BackupCode'), codes: newBackupCodes }),
    ]),
    reveals: true,
    change: 'user.mfa-verification-created',
  }),
  removeAll: del('/users/:userId/mfa-verifications', { change: 'user.mfa-verifications-reset' }),
  remove: del('/users/:userId/mfa-verifications/:verificationId', { change: 'user.mfa-verification-deleted' }),
});
