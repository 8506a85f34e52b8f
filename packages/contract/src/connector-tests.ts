// Tests of social connectors with a configuration that may not be saved: an administrator signs in at the provider, and
// reads how far it went. No one is signed in here.
import * as z from 'zod/mini';
import { secret } from './field-rules.ts';
import { jsonObject, text, timestamp } from './fields.ts';
import { get, post, resource } from './kit.ts';

/**
 * `request` the authorization request was made, including what the provider publishes about itself ·
 * `authorization` the provider accepted it and sent the user back · `token` the code was exchanged ·
 * `profile` the user is known.
 */
export const connectorTestStep = z.enum(['request', 'authorization', 'token', 'profile']);
export type ConnectorTestStep = z.output<typeof connectorTestStep>;

/** As a sign-in would know the user: addresses are trusted only if the provider has verified them. */
const profile = z.object({
  id: z.string(),
  name: z.optional(z.string()),
  avatar: z.optional(z.string()),
  email: z.optional(z.string()),
  unverifiedEmail: z.optional(z.string()),
  phone: z.optional(z.string()),
  unverifiedPhone: z.optional(z.string()),
  rawData: z.optional(z.unknown()),
});

export const connectorTest = z.object({
  id: z.string(),
  connectorId: z.string(),
  factoryId: z.string(),
  status: z.enum(['waiting', 'running', 'succeeded', 'failed']),
  /** Completed ones, in order. */
  steps: z.array(z.object({ name: connectorTestStep, durationMs: z.number() })),
  failure: z.nullable(
    z.object({
      step: connectorTestStep,
      code: z.string(),
      /** In the provider's words. */
      reason: z.nullable(z.string()),
    }),
  ),
  profile: z.nullable(profile),
  expiresAt: timestamp,
});
export type ConnectorTest = z.output<typeof connectorTest>;

export const connectorTests = resource('connector-tests', 'management', {
  create: post('/connector-tests', {
    body: z.object({
      factoryId: text(1, 128),
      connectorId: text(1, 128),
      config: secret(jsonObject, { readBy: 'managers' }),
      domain: z.optional(text(1, 256)),
    }),
    response: z.object({
      id: z.string(),
      authorizationUri: z.string(),
      redirectUri: z.string(),
      expiresAt: timestamp,
    }),
    status: 201,
    change: 'none',
    limits: ['attempts'],
  }),
  get: get('/connector-tests/:id', { response: connectorTest }),
});

/** Called by the page at the redirect URI. The browser there may have no session. */
export const connectorTestAnswers = resource('connector-test-answers', 'public', {
  create: post('/connector-test-answers', {
    body: z.object({ connectorId: text(1, 128), data: z.record(z.string(), z.string()) }),
    change: 'none',
    limits: ['attempts'],
  }),
});
