// The experience API: the steps of a sign-in or registration, called by the sign-in pages with the interaction cookie.
import * as z from 'zod/mini';
import { email, id, jsonObject, phone, text, username } from './fields.ts';
import { get, post, put, resource } from './kit.ts';

export const interactionEvents = ['SignIn', 'Register', 'ForgotPassword'] as const;
export const interactionEvent = z.enum(interactionEvents);
export type InteractionEvent = z.output<typeof interactionEvent>;

export const verificationTypes = [
  'Password',
  'EmailVerificationCode',
  'PhoneVerificationCode',
  'MfaEmailVerificationCode',
  'MfaPhoneVerificationCode',
  'Social',
  'EnterpriseSso',
  'Totp',
  'WebAuthn',
  'BackupCode',
  'NewPasswordIdentity',
  'OneTimeToken',
] as const;

const password = text(1, 1024);
export const identifier = z.discriminatedUnion('type', [
  z.object({ type: z.literal('username'), value: username }),
  z.object({ type: z.literal('email'), value: email }),
  z.object({ type: z.literal('phone'), value: phone }),
]);
export type Identifier = z.output<typeof identifier>;

const verification = z.object({ verificationId: z.string() });

export const experience = resource('experience', 'interaction', {
  start: put('/experience', {
    body: z.object({ interactionEvent, captchaToken: z.optional(text(1, 4096)) }),
    change: 'none',
  }),
  changeEvent: put('/experience/interaction-event', { body: z.object({ interactionEvent }), change: 'none' }),
  identify: post('/experience/identification', {
    body: z.object({ verificationId: z.optional(id), linkSocialIdentity: z.optional(z.boolean()) }),
    change: 'user.registered',
  }),
  submit: post('/experience/submit', {
    response: z.object({ redirectTo: z.optional(z.string()) }),
    change: 'user.signed-in',
  }),
  interaction: get('/experience/interaction', {
    response: z.object({
      interactionEvent,
      userId: z.optional(z.string()),
      profile: jsonObject,
      verificationRecords: z.optional(z.array(jsonObject)),
    }),
  }),
  verifyPassword: post('/experience/verification/password', {
    body: z.object({ identifier, password }),
    response: verification,
    change: 'none',
    limited: true,
  }),
  newPasswordIdentity: post('/experience/verification/new-password-identity', {
    body: z.object({
      identifier: z.object({ type: z.literal('username'), value: username }),
      password,
    }),
    response: verification,
    change: 'none',
    limited: true,
  }),
  addProfile: post('/experience/profile', {
    body: z.discriminatedUnion('type', [
      z.object({ type: z.literal('username'), value: username }),
      z.object({ type: z.literal('password'), value: password }),
    ]),
    status: 204,
    change: 'none',
  }),
});
