// The Experience API: steps of a sign-in or registration, called by the sign-in pages with the interaction cookie.
import * as z from 'zod/mini';
import { secret } from './field-rules.ts';
import { email, jsonObject, password, phone, recordId, text, username } from './fields.ts';
import { interactionEvents } from './interaction-words.ts';
import { get, post, put, resource } from './kit.ts';

export const interactionEvent = z.enum(interactionEvents);
export type InteractionEvent = z.output<typeof interactionEvent>;

/** Any typed text: an invalid identifier gives the same error as an unknown one. */
const typed = z.string().check(z.maxLength(256));

export const identifier = z.discriminatedUnion('type', [
  z.object({ type: z.literal('username'), value: typed }),
  z.object({ type: z.literal('email'), value: typed }),
  z.object({ type: z.literal('phone'), value: typed }),
]);
export type Identifier = z.output<typeof identifier>;
/** An address that codes can be sent to. */
export const address = z.discriminatedUnion('type', [
  z.object({ type: z.literal('email'), value: email }),
  z.object({ type: z.literal('phone'), value: phone }),
]);
export type Address = z.output<typeof address>;
const typedAddress = z.discriminatedUnion('type', [
  z.object({ type: z.literal('email'), value: typed }),
  z.object({ type: z.literal('phone'), value: typed }),
]);

const verification = z.object({ verificationId: z.string() });
/** Starts an external sign-in. */
const authorization = {
  body: z.object({
    state: z.string().check(z.maxLength(1024)),
    redirectUri: z.string().check(z.maxLength(2048)),
    scope: z.optional(text(1, 2048)),
  }),
  response: z.object({ authorizationUri: z.string(), verificationId: z.string() }),
  change: 'none',
  limits: ['attempts'],
} as const;

export const experience = resource('experience', 'interaction', {
  start: put('/experience', {
    body: z.object({ interactionEvent, captchaToken: z.optional(secret(text(1, 4096), { readBy: 'nobody' })) }),
    change: 'none',
  }),
  changeEvent: put('/experience/interaction-event', { body: z.object({ interactionEvent }), change: 'none' }),
  identify: post('/experience/identification', {
    body: z.object({ verificationId: z.optional(recordId), linkSocialIdentity: z.optional(z.boolean()) }),
    change: 'user.registered',
  }),
  submit: post('/experience/submit', {
    body: z.object({
      /** Pages that cannot show the offer of a passkey leave this out, and are never interrupted by it. */
      canCreatePasskey: z.optional(z.boolean()),
      /** The user verified a second factor, and wants to skip it in this browser from now on. */
      rememberDevice: z.optional(z.boolean()),
    }),
    // Empty after a password reset: the user continues by signing in.
    response: z.optional(z.object({ redirectTo: z.optional(z.string()) })),
    change: 'user.signed-in',
  }),
  interaction: get('/experience/interaction', {
    response: z.object({
      interactionEvent,
      userId: z.optional(z.string()),
      profile: jsonObject,
      mfa: z.optional(jsonObject),
      captcha: z.optional(z.object({ verified: z.boolean(), skipped: z.boolean() })),
      verificationRecords: z.optional(z.array(jsonObject)),
    }),
  }),
  verifyPassword: post('/experience/verification/password', {
    body: z.object({ identifier, password }),
    response: verification,
    change: 'none',
    limits: ['attempts', 'hashes'],
  }),
  newPasswordIdentity: post('/experience/verification/new-password-identity', {
    body: z.object({
      identifier: z.object({ type: z.literal('username'), value: username }),
      password,
    }),
    response: verification,
    change: 'none',
    limits: ['attempts', 'hashes'],
  }),
  sendCode: post('/experience/verification/verification-code', {
    body: z.object({ identifier: typedAddress, interactionEvent }),
    response: verification,
    change: 'none',
    limits: ['attempts', 'messages'],
  }),
  verifyCode: post('/experience/verification/verification-code/verify', {
    body: z.object({ identifier: typedAddress, verificationId: recordId, code: text(1, 32) }),
    response: verification,
    change: 'none',
    limits: ['attempts'],
  }),
  authorizeSocial: post('/experience/verification/social/:connectorId/authorization-uri', authorization),
  verifySocial: post('/experience/verification/social/:connectorId/verify', {
    body: z.object({ connectorData: jsonObject, verificationId: z.optional(recordId) }),
    response: verification,
    change: 'none',
    limits: ['attempts'],
  }),
  ssoConnectors: get('/experience/sso-connectors', {
    query: z.object({ email }),
    response: z.object({ connectorIds: z.array(z.string()) }),
  }),
  authorizeSso: post('/experience/verification/sso/:connectorId/authorization-uri', authorization),
  verifySso: post('/experience/verification/sso/:connectorId/verify', {
    body: z.object({ connectorData: jsonObject, verificationId: recordId }),
    response: verification,
    change: 'none',
    limits: ['attempts'],
  }),
  verifyOneTimeToken: post('/experience/verification/one-time-token/verify', {
    body: z.object({
      identifier: z.object({ type: z.literal('email'), value: typed }),
      token: secret(text(1, 256), { readBy: 'nobody' }),
    }),
    response: verification,
    change: 'none',
    limits: ['attempts'],
  }),
  addProfile: post('/experience/profile', {
    body: z.discriminatedUnion('type', [
      z.object({ type: z.literal('username'), value: username }),
      z.object({ type: z.literal('password'), value: password }),
      z.object({ type: z.literal('email'), verificationId: recordId }),
      z.object({ type: z.literal('phone'), verificationId: recordId }),
      z.object({ type: z.literal('social'), verificationId: recordId }),
      z.object({ type: z.literal('extraProfile'), values: jsonObject }),
    ]),
    status: 204,
    change: 'none',
    limits: ['attempts', 'hashes'],
  }),
  resetPassword: put('/experience/profile/password', {
    body: z.object({ password }),
    change: 'none',
    limits: ['attempts', 'hashes'],
  }),
});
