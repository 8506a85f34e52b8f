// Tests of enterprise SSO connectors: an administrator signs in at the identity provider, and reads every step and the
// user that a sign-in would create or link. Nothing is changed.
import * as z from 'zod/mini';
import { text, timestamp } from './fields.ts';
import { get, post, resource } from './kit.ts';
import { ssoTestFields, ssoTestProblems, ssoTestStepNames } from './sso-test-steps.ts';

/** As a sign-in would know the user: the email is trusted only if it is verified and of a domain of the connector. */
const attributes = z.object({
  id: z.string(),
  name: z.optional(z.string()),
  avatar: z.optional(z.string()),
  email: z.optional(z.string()),
  unverifiedEmail: z.optional(z.string()),
  unverifiedPhone: z.optional(z.string()),
});
export type SsoTestAttributes = z.output<typeof attributes>;

const step = z.object({
  name: z.enum(ssoTestStepNames),
  /** `warning`: completed, but not as the administrator would expect. */
  status: z.enum(['succeeded', 'warning', 'failed', 'running', 'not_run']),
  durationMs: z.nullable(z.number()),
  /** What happened, in the caller's language. */
  detail: z.nullable(z.string()),
  problem: z.nullable(
    z.object({
      code: z.enum(ssoTestProblems),
      /** Field of the configuration to change; null if the cause is elsewhere. */
      field: z.nullable(z.enum(ssoTestFields)),
      title: z.string(),
      text: z.string(),
    }),
  ),
  /** Of a failed request, without secrets and tokens. */
  response: z.nullable(z.object({ status: z.nullable(z.number()), body: z.string() })),
});
export type SsoTestStep = z.output<typeof step>;

export const ssoConnectorTest = z.object({
  id: z.string(),
  connectorId: z.string(),
  status: z.enum(['waiting', 'running', 'succeeded', 'failed']),
  /** All steps of the protocol, in order. */
  steps: z.array(step),
  attributes: z.nullable(attributes),
  /** The decision of a sign-in: `create` a user, `link` the identity to a user, `sign_in` a user who has it, or `refuse` a user. */
  user: z.nullable(
    z.object({
      decision: z.enum(['create', 'link', 'sign_in', 'refuse']),
      userId: z.nullable(z.string()),
      name: z.nullable(z.string()),
      primaryEmail: z.nullable(z.string()),
    }),
  ),
  redirectUri: z.string(),
  createdAt: timestamp,
  expiresAt: timestamp,
});
export type SsoConnectorTest = z.output<typeof ssoConnectorTest>;

export const ssoConnectorTests = resource('sso-connector-tests', 'management', {
  create: post('/sso-connectors/:id/tests', {
    response: z.object({
      id: z.string(),
      /** Null if the test has failed already. */
      authorizationUri: z.nullable(z.string()),
      redirectUri: z.string(),
      expiresAt: timestamp,
    }),
    status: 201,
    setupLink: { connector: 'id' },
    change: 'none',
    limits: ['attempts'],
  }),
  get: get('/sso-connectors/:id/tests/:testId', { response: ssoConnectorTest, setupLink: { connector: 'id' } }),
});

/** Called by the page at the redirect URI. The browser there may have no session. */
export const ssoConnectorTestAnswers = resource('sso-connector-test-answers', 'public', {
  create: post('/sso-connector-test-answers', {
    body: z.object({ connectorId: text(1, 128), data: z.record(z.string(), z.string()) }),
    change: 'none',
    limits: ['attempts'],
  }),
});
