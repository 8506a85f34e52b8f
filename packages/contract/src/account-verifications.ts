// Verifications the account API requires before sensitive changes. Each record is valid for ten minutes and only for
// its owner.
import * as z from 'zod/mini';
import { address } from './experience.ts';
import { id, jsonObject, password, text } from './fields.ts';
import { post, resource } from './kit.ts';
import { passkeyAnswer, passkeyCreation, passkeyRegistration, passkeyRequest } from './web-authn.ts';

const newRecord = z.object({ verificationRecordId: z.string(), expiresAt: z.string() });
const verified = z.object({ verificationRecordId: z.string() });

export const accountVerifications = resource('verifications', 'account', {
  password: post('/verifications/password', {
    body: z.object({ password }),
    response: newRecord,
    status: 201,
    change: 'none',
    limits: ['attempts', 'hashes'],
  }),
  sendCode: post('/verifications/verification-code', {
    body: z.object({
      identifier: address,
      templateType: z.optional(z.enum(['BindMfa', 'UserPermissionValidation'])),
    }),
    response: newRecord,
    status: 201,
    change: 'none',
    limits: ['attempts', 'messages'],
  }),
  verifyCode: post('/verifications/verification-code/verify', {
    body: z.object({ identifier: address, verificationId: id, code: text(1, 32) }),
    response: verified,
    change: 'none',
    limits: ['attempts'],
  }),
  askSocial: post('/verifications/social', {
    body: z.object({
      connectorId: text(1, 128),
      state: z.string().check(z.maxLength(1024)),
      redirectUri: z.string().check(z.maxLength(2048)),
      scope: z.optional(z.string().check(z.maxLength(1024))),
    }),
    response: z.extend(newRecord, { authorizationUri: z.string() }),
    status: 201,
    change: 'none',
  }),
  verifySocial: post('/verifications/social/verify', {
    body: z.object({ connectorData: jsonObject, verificationRecordId: id }),
    response: verified,
    change: 'none',
    limits: ['attempts'],
  }),
  /** Verifies the user with one of their passkeys. */
  askPasskey: post('/verifications/web-authn/authentication', {
    response: z.extend(newRecord, { authenticationOptions: passkeyRequest }),
    change: 'none',
  }),
  verifyPasskey: post('/verifications/web-authn/authentication/verify', {
    body: z.object({ verificationRecordId: id, payload: passkeyAnswer }),
    response: verified,
    change: 'none',
    limits: ['attempts'],
  }),
  startPasskey: post('/verifications/web-authn/registration', {
    response: z.extend(newRecord, { registrationOptions: passkeyCreation }),
    change: 'none',
  }),
  finishPasskey: post('/verifications/web-authn/registration/verify', {
    body: z.object({ verificationRecordId: id, payload: passkeyRegistration }),
    response: verified,
    change: 'none',
  }),
});
