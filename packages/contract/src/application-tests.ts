// Test sign-ins with the settings of an application: an administrator signs in, and reads the content of the tokens. The
// tokens themselves never leave the server.
import * as z from 'zod/mini';
import { applicationFailures } from './application-failures.ts';
import { applicationTestPrompts, applicationTestSteps } from './application-test-steps.ts';
import { matches } from './field-issues.ts';
import { jsonObject, text, timestamp } from './fields.ts';
import { get, post, resource } from './kit.ts';

/** Scopes are sent as one text, separated by spaces (RFC 6749, section 3.3). */
const scopes = z.array(text(1, 256).check(matches(/^[!\x23-\x5b\x5d-\x7e]+$/, 'scope_name'))).check(z.maxLength(100));

const target = {
  scopes,
  /** Indicator of an API resource. */
  resource: z.optional(text(1, 2048)),
  organizationId: z.optional(text(1, 128)),
};

const token = z.object({
  /** An opaque token has no content. */
  format: z.enum(['jwt', 'opaque']),
  header: z.nullable(jsonObject),
  claims: z.nullable(jsonObject),
  signingKey: z.nullable(z.object({ id: z.string(), algorithm: z.string(), isCurrent: z.boolean() })),
  expiresAt: z.nullable(timestamp),
  scopes: z.array(z.string()),
});
export type TestedToken = z.output<typeof token>;

const failure = z.object({
  step: z.enum(applicationTestSteps),
  /** As the application would get it, or a code of this API if the test was not possible. */
  error: z.string(),
  description: z.nullable(z.string()),
  /** Null if the error says it all. */
  reason: z.nullable(z.enum(applicationFailures)),
  /** In the caller's language. */
  message: z.string(),
});

export const applicationTestResult = z.object({
  status: z.enum(['succeeded', 'failed']),
  /** Completed ones, in order. */
  steps: z.array(z.object({ name: z.enum(applicationTestSteps), durationMs: z.number() })),
  failure: z.nullable(failure),
  userId: z.nullable(z.string()),
  idToken: z.nullable(token),
  accessToken: z.nullable(token),
  /** For the chosen organization. */
  organizationToken: z.nullable(token),
  refreshToken: z.nullable(z.object({ expiresAt: timestamp })),
  /** Null if there was no access token for it. */
  userinfo: z.nullable(jsonObject),
});
export type ApplicationTestResult = z.output<typeof applicationTestResult>;

export const applicationTests = resource('application-tests', 'management', {
  create: post('/applications/:id/tests', {
    body: z.object({ ...target, prompt: z.optional(z.enum(applicationTestPrompts)) }),
    response: z.object({
      id: z.string(),
      /** Opened in a browser; works once. */
      startUri: z.string(),
      expiresAt: timestamp,
    }),
    status: 201,
    change: 'none',
    limits: ['attempts'],
  }),
  get: get('/applications/:id/tests/:testId', {
    response: z.object({
      id: z.string(),
      status: z.enum(['waiting', 'started', 'running', 'finished']),
      expiresAt: timestamp,
    }),
  }),
  /** The result is read once. */
  takeResult: post('/applications/:id/tests/:testId/result', { response: applicationTestResult, change: 'none' }),
  /** Machine-to-machine applications need no browser. */
  requestToken: post('/applications/:id/token-tests', {
    body: z.object(target),
    response: applicationTestResult,
    change: 'none',
    limits: ['attempts'],
  }),
});
