// The second factors of one's own account.
import * as z from 'zod/mini';
import { text } from './fields.ts';
import { del, get, patch, post } from './kit.ts';
import { mfaVerification } from './mfa-verifications.ts';

const at = '/my-account/mfa-verifications';
const mfaSettings = z.object({ skipMfaOnSignIn: z.boolean() });
const passkeyName = text(1, 64);

const newFactor = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('WebAuthn'),
    newIdentifierVerificationRecordId: text(1, 128),
    name: z.optional(passkeyName),
  }),
  z.object({ type: z.literal(['Totp', 'TOTP']), secret: text(1, 256) }),
  z.object({ type: z.literal('BackupCode'), codes: z.array(text(1, 64)).check(z.maxLength(100)) }),
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
  addFactor: post(at, { body: newFactor, change: 'user.mfa-verification-created' }),
  generateTotpSecret: post(`${at}/totp-secret/generate`, {
    response: z.object({ secret: z.string(), secretQrCode: z.string() }),
    change: 'none',
  }),
  generateBackupCodes: post(`${at}/backup-codes/generate`, {
    response: z.object({ codes: z.array(z.string()) }),
    change: 'none',
  }),
  backupCodes: get(`${at}/backup-codes`, {
    response: z.object({ codes: z.array(z.object({ code: z.string(), usedAt: z.optional(z.string()) })) }),
  }),
  renameFactor: patch(`${at}/:verificationId/name`, {
    body: z.object({ name: passkeyName }),
    status: 200,
    change: 'user.mfa-verification-renamed',
  }),
  removeFactor: del(`${at}/:verificationId`, { change: 'user.mfa-verification-deleted' }),
};
