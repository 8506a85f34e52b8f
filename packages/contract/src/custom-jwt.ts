// A tenant's scripts that add claims to access tokens: one for user tokens, one for machine-to-machine tokens.
import * as z from 'zod/mini';
import { contextSample, machineTokenSample, userTokenSample } from './custom-jwt-context.ts';
import { matches } from './field-issues.ts';
import { secret } from './field-rules.ts';
import { jsonObject, text } from './fields.ts';
import { del, get, patch, post, put, resource } from './kit.ts';

/** Resource and size limits of a script. */
export const scriptLimits = {
  milliseconds: 3_000,
  memoryBytes: 32 * 1024 * 1024,
  stackBytes: 256 * 1024,
  claimsBytes: 50 * 1024,
  requests: 10,
  /** Output of `console` that a test run returns. */
  outputLines: 100,
  outputLineLength: 2_000,
} as const;

/** Claims set by the server; a script cannot override them. */
export const reservedClaims = [
  'aud',
  'authorization_details',
  'client_id',
  'cnf',
  'exp',
  'iat',
  'iss',
  'jti',
  'nbf',
  'scope',
  'sub',
] as const;

export const environmentVariableName = /^\w+$/;
const environmentVariables = secret(
  z.record(
    text(1, 256).check(matches(environmentVariableName, 'environment_variable')),
    z.string().check(z.maxLength(16_384)),
  ),
  { readBy: 'managers' },
);
const script = text(0, 100_000);
/** Whether a failing script blocks the token. By default, only scripts that can deny access do. */
const blockIssuanceOnError = z.optional(z.boolean());

export const accessTokenScript = z.object({
  script,
  environmentVariables: z.optional(environmentVariables),
  blockIssuanceOnError,
  tokenSample: z.optional(userTokenSample),
  contextSample: z.optional(contextSample),
});
export const machineTokenScript = z.object({
  script,
  environmentVariables: z.optional(environmentVariables),
  blockIssuanceOnError,
  tokenSample: z.optional(machineTokenSample),
  contextSample: z.optional(jsonObject),
});
export type AccessTokenScript = z.output<typeof accessTokenScript>;
export type MachineTokenScript = z.output<typeof machineTokenScript>;

const userTrial = z.object({
  tokenType: z.literal('access-token'),
  script,
  environmentVariables: z.optional(environmentVariables),
  token: userTokenSample,
  context: contextSample,
});
const machineTrial = z.object({
  tokenType: z.literal('client-credentials'),
  script,
  environmentVariables: z.optional(environmentVariables),
  token: machineTokenSample,
});

/** Why a script returned no claims, in the `reason` of `jwt_customizer.general`. */
export const scriptFailures = [
  'thrown',
  'syntax',
  'time',
  'memory',
  'stack',
  'too-large',
  'not-an-object',
  'never-settles',
  'no-function',
  'busy',
  'crashed',
] as const;
export type ScriptFailure = (typeof scriptFailures)[number];

export const outputLevels = ['log', 'warn', 'error'] as const;
const testRun = z.object({
  claims: z.nullable(jsonObject),
  ignoredClaims: z.array(z.string()),
  output: z.array(z.object({ level: z.enum(outputLevels), text: z.string() })),
  failure: z.nullable(
    z.object({
      code: z.enum(['AccessDenied', 'General']),
      message: z.string(),
      reason: z.optional(z.enum(scriptFailures)),
      line: z.optional(z.int()),
      column: z.optional(z.int()),
    }),
  ),
});
export type TestRun = z.output<typeof testRun>;

const saving = { reveals: true, quota: 'customJwtEnabled', change: 'custom-jwt.saved' } as const;

export const customJwt = resource('custom-jwt', 'management', {
  list: get('/configs/jwt-customizer', {
    response: z.array(
      z.union([
        z.object({ key: z.literal('jwt.accessToken'), value: accessTokenScript }),
        z.object({ key: z.literal('jwt.clientCredentials'), value: machineTokenScript }),
      ]),
    ),
    reveals: true,
  }),
  test: post('/configs/jwt-customizer/test', {
    body: z.discriminatedUnion('tokenType', [userTrial, machineTrial]),
    response: jsonObject,
    quota: 'customJwtEnabled',
    change: 'none',
  }),
  /** Like `test`, but with the output of the script, and optionally with the data of a user. */
  run: post('/configs/jwt-customizer/test-runs', {
    body: z.discriminatedUnion('tokenType', [z.extend(userTrial, { userId: z.optional(text(1, 21)) }), machineTrial]),
    response: testRun,
    quota: 'customJwtEnabled',
    change: 'none',
  }),
  getAccessToken: get('/configs/jwt-customizer/access-token', { response: accessTokenScript, reveals: true }),
  saveAccessToken: put('/configs/jwt-customizer/access-token', {
    body: accessTokenScript,
    response: accessTokenScript,
    ...saving,
  }),
  updateAccessToken: patch('/configs/jwt-customizer/access-token', {
    body: z.partial(accessTokenScript),
    response: accessTokenScript,
    ...saving,
  }),
  removeAccessToken: del('/configs/jwt-customizer/access-token', { change: 'custom-jwt.deleted' }),
  getClientCredentials: get('/configs/jwt-customizer/client-credentials', {
    response: machineTokenScript,
    reveals: true,
  }),
  saveClientCredentials: put('/configs/jwt-customizer/client-credentials', {
    body: machineTokenScript,
    response: machineTokenScript,
    ...saving,
  }),
  updateClientCredentials: patch('/configs/jwt-customizer/client-credentials', {
    body: z.partial(machineTokenScript),
    response: machineTokenScript,
    ...saving,
  }),
  removeClientCredentials: del('/configs/jwt-customizer/client-credentials', { change: 'custom-jwt.deleted' }),
});
