// The experience API: the steps of a sign-in or registration, called by the sign-in pages with the interaction cookie.
import * as z from 'zod/mini';
import { email, id, jsonObject, phone, text, username } from './fields.ts';
import { interactionEvents } from './interaction-words.ts';
import { get, post, put, resource } from './kit.ts';

export const interactionEvent = z.enum(interactionEvents);
export type InteractionEvent = z.output<typeof interactionEvent>;

const password = text(1, 1024);
export const identifier = z.discriminatedUnion('type', [
  z.object({ type: z.literal('username'), value: username }),
  z.object({ type: z.literal('email'), value: email }),
  z.object({ type: z.literal('phone'), value: phone }),
]);
export type Identifier = z.output<typeof identifier>;
/** Where a code can be sent to. */
export const address = z.discriminatedUnion('type', [
  z.object({ type: z.literal('email'), value: email }),
  z.object({ type: z.literal('phone'), value: phone }),
]);
export type Address = z.output<typeof address>;

const verification = z.object({ verificationId: z.string() });
/** The way to somebody else who says who the person is. */
const authorization = {
  body: z.object({
    state: z.string().check(z.maxLength(1024)),
    redirectUri: z.string().check(z.maxLength(2048)),
    scope: z.optional(text(1, 2048)),
  }),
  response: z.object({ authorizationUri: z.string(), verificationId: z.string() }),
  change: 'none',
  limited: true,
} as const;

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
    // Nothing after a forgotten password has been replaced: the person goes on to sign in with it.
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
  sendCode: post('/experience/verification/verification-code', {
    body: z.object({ identifier: address, interactionEvent }),
    response: verification,
    change: 'none',
    limited: true,
  }),
  verifyCode: post('/experience/verification/verification-code/verify', {
    body: z.object({ identifier: address, verificationId: id, code: text(1, 32) }),
    response: verification,
    change: 'none',
    limited: true,
  }),
  authorizeSocial: post('/experience/verification/social/:connectorId/authorization-uri', authorization),
  verifySocial: post('/experience/verification/social/:connectorId/verify', {
    body: z.object({ connectorData: jsonObject, verificationId: z.optional(id) }),
    response: verification,
    change: 'none',
    limited: true,
  }),
  ssoConnectors: get('/experience/sso-connectors', {
    query: z.object({ email }),
    response: z.object({ connectorIds: z.array(z.string()) }),
  }),
  authorizeSso: post('/experience/verification/sso/:connectorId/authorization-uri', authorization),
  verifySso: post('/experience/verification/sso/:connectorId/verify', {
    body: z.object({ connectorData: jsonObject, verificationId: id }),
    response: verification,
    change: 'none',
    limited: true,
  }),
  verifyOneTimeToken: post('/experience/verification/one-time-token/verify', {
    body: z.object({ identifier: z.object({ type: z.literal('email'), value: email }), token: text(1, 256) }),
    response: verification,
    change: 'none',
    limited: true,
  }),
  addProfile: post('/experience/profile', {
    body: z.discriminatedUnion('type', [
      z.object({ type: z.literal('username'), value: username }),
      z.object({ type: z.literal('password'), value: password }),
      z.object({ type: z.literal('email'), verificationId: id }),
      z.object({ type: z.literal('phone'), verificationId: id }),
      z.object({ type: z.literal('social'), verificationId: id }),
      z.object({ type: z.literal('extraProfile'), values: jsonObject }),
    ]),
    status: 204,
    change: 'none',
  }),
  resetPassword: put('/experience/profile/password', { body: z.object({ password }), change: 'none' }),
});
