// The experience API, second factors: showing one at sign-in, and setting one up.
import * as z from 'zod/mini';
import { id, text } from './fields.ts';
import { post, resource } from './kit.ts';
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
    limited: true,
  }),
  verifyCode: post('/experience/verification/mfa-verification-code/verify', {
    body: z.object({ verificationId: id, code, identifierType }),
    response: verification,
    change: 'none',
    limited: true,
  }),
  createTotpSecret: post('/experience/verification/totp/secret', {
    response: z.extend(verification, { secret: z.string(), secretQrCode: z.string() }),
    change: 'none',
    limited: true,
  }),
  /** With the id of a new secret: that the app has it. Without: that the person is there who has set it up. */
  verifyTotp: post('/experience/verification/totp/verify', {
    body: z.object({ code, verificationId: z.optional(id) }),
    response: verification,
    change: 'none',
    limited: true,
  }),
  startPasskeyRegistration: post('/experience/verification/web-authn/registration', {
    response: z.extend(verification, { registrationOptions: passkeyCreation }),
    change: 'none',
    limited: true,
  }),
  verifyPasskeyRegistration: post('/experience/verification/web-authn/registration/verify', {
    body: z.object({ verificationId: id, payload: passkeyRegistration }),
    response: verification,
    change: 'none',
    limited: true,
  }),
  startPasskey: post('/experience/verification/web-authn/authentication', {
    response: z.extend(verification, { authenticationOptions: passkeyRequest }),
    change: 'none',
    limited: true,
  }),
  verifyPasskey: post('/experience/verification/web-authn/authentication/verify', {
    body: z.object({ verificationId: id, payload: passkeyAnswer }),
    response: verification,
    change: 'none',
    limited: true,
  }),
  generateBackupCodes: post('/experience/verification/backup-code/generate', {
    response: z.extend(verification, { codes: z.array(z.string()) }),
    change: 'none',
    limited: true,
  }),
  verifyBackupCode: post('/experience/verification/backup-code/verify', {
    body: z.object({ code }),
    response: verification,
    change: 'none',
    limited: true,
  }),
  bind: post('/experience/profile/mfa', {
    body: z.object({ type: z.enum(mfaFactors), verificationId: id }),
    change: 'none',
  }),
  skip: post('/experience/profile/mfa/mfa-skipped', { change: 'none' }),
  skipSuggestion: post('/experience/profile/mfa/mfa-suggestion-skipped', { change: 'none' }),
});
