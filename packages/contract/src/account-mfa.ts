// MFA factors of one's own account.
import * as z from 'zod/mini';
import { secret, writtenBy } from './field-rules.ts';
import { text } from './fields.ts';
import { del, get, patch, post } from './kit.ts';
import { mfaVerification, newBackupCodes, newTotpSecret } from './mfa-verifications.ts';

const at = '/my-account/mfa-verifications';
const mfaSettings = z.object({ skipMfaOnSignIn: writtenBy('users', z.boolean()) });
const passkeyName = text(1, 64);

const newFactor = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('WebAuthn'),
    newIdentifierVerificationRecordId: text(1, 128),
    name: z.optional(passkeyName),
  }),
  z.object({
    type: z.literal(['Totp', 'TOTP']),
    secret: writtenBy('users', secret(text(1, 256), { readBy: 'nobody' })),
    /** From the app; if sent, it must match. */
    code: z.optional(text(1, 16)),
  }),
  z.object({
    type: z.literal('BackupCode'),
    codes: writtenBy('users', secret(z.array(text(1, 64)).check(z.maxLength(100)), { readBy: 'nobody' })),
  }),
]);
export type NewFactor = z.output<typeof newFactor>;

export const accountMfa = {
  mfaSettings: get('/my-account/mfa-settings', { response: mfaSettings }),
  updateMfaSettings: patch('/my-account/mfa-settings', {
    body: mfaSettings,
    response: mfaSettings,
    change: 'user.mfa-settings-updated',
  }),
  listFactors: get(at, { response: z.array(mfaVerification) }),
  addFactor: post(at, { body: newFactor, change: 'user.mfa-verification-created', limits: ['attempts'] }),
  generateTotpSecret: post(`${at}/totp-secret/generate`, {
    response: z.object(newTotpSecret),
    reveals: true,
    change: 'none',
  }),
  generateBackupCodes: post(`${at}/backup-codes/generate`, {
    response: z.object({ codes: newBackupCodes }),
    reveals: true,
    change: 'none',
  }),
  backupCodes: get(`${at}/backup-codes`, {
    response: z.object({
      codes: z.array(z.object({ code: secret(z.string(), { readBy: 'recipient' }), usedAt: z.optional(z.string()) })),
    }),
    reveals: true,
  }),
  renameFactor: patch(`${at}/:verificationId/name`, {
    body: z.object({ name: passkeyName }),
    status: 200,
    change: 'user.mfa-verification-renamed',
  }),
  removeFactor: del(`${at}/:verificationId`, { change: 'user.mfa-verification-deleted' }),
};
