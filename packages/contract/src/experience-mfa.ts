// Experience API, MFA: verifying and setting up factors.
import * as z from 'zod/mini';
import { recordId, text } from './fields.ts';
import { post, resource } from './kit.ts';
import { newBackupCodes, newTotpSecret } from './mfa-verifications.ts';
import { mfaFactors } from './sign-in-experience.ts';
import { passkeyAnswer, passkeyCreation, passkeyRegistration, passkeyRequest } from './web-authn.ts';

const verification = z.object({ verificationId: z.string() });
const code = text(1, 64);
const identifierType = z.enum(['email', 'phone', 'Email', 'Phone']);

export const experienceMfa = resource('experience-mfa', 'interaction', {
  sendCode: post('/experience/verification/mfa-verification-code', {
    body: z.object({ identifierType }),
    response: verification,
    change: 'none',
    limits: ['attempts', 'messages'],
  }),
  verifyCode: post('/experience/verification/mfa-verification-code/verify', {
    body: z.object({ verificationId: recordId, code, identifierType }),
    response: verification,
    change: 'none',
    limits: ['attempts'],
  }),
  createTotpSecret: post('/experience/verification/totp/secret', {
    response: z.extend(verification, newTotpSecret),
    reveals: true,
    change: 'none',
    limits: ['attempts'],
  }),
  /** With the ID of a new secret: verifies the setup. Without: verifies the user's existing app. */
  verifyTotp: post('/experience/verification/totp/verify', {
    body: z.object({ code, verificationId: z.optional(recordId) }),
    response: verification,
    change: 'none',
    limits: ['attempts'],
  }),
  startPasskeyRegistration: post('/experience/verification/web-authn/registration', {
    response: z.extend(verification, { registrationOptions: passkeyCreation }),
    change: 'none',
    limits: ['attempts'],
  }),
  verifyPasskeyRegistration: post('/experience/verification/web-authn/registration/verify', {
    body: z.object({ verificationId: recordId, payload: passkeyRegistration }),
    response: verification,
    change: 'none',
    limits: ['attempts'],
  }),
  startPasskey: post('/experience/verification/web-authn/authentication', {
    response: z.extend(verification, { authenticationOptions: passkeyRequest }),
    change: 'none',
    limits: ['attempts'],
  }),
  verifyPasskey: post('/experience/verification/web-authn/authentication/verify', {
    body: z.object({ verificationId: recordId, payload: passkeyAnswer }),
    response: verification,
    change: 'none',
    limits: ['attempts'],
  }),
  generateBackupCodes: post('/experience/verification/backup-code/generate', {
    response: z.extend(verification, { codes: newBackupCodes }),
    reveals: true,
    change: 'none',
    limits: ['attempts'],
  }),
  verifyBackupCode: post('/experience/verification/backup-code/verify', {
    body: z.object({ code }),
    response: verification,
    change: 'none',
    limits: ['attempts'],
  }),
  bind: post('/experience/profile/mfa', {
    body: z.object({ type: z.enum(mfaFactors), verificationId: recordId }),
    change: 'none',
  }),
  skip: post('/experience/profile/mfa/mfa-skipped', { change: 'none' }),
  skipSuggestion: post('/experience/profile/mfa/mfa-suggestion-skipped', { change: 'none' }),
});
