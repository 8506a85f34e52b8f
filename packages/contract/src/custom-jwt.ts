// Scripts of a tenant that add claims to its access tokens: one for the tokens of people, one for those of machines.
import * as z from 'zod/mini';
import { contextSample, machineTokenSample, userTokenSample } from './custom-jwt-context.ts';
import { jsonObject, text } from './fields.ts';
import { del, get, patch, post, put, resource } from './kit.ts';

/** What a script may take, and what it may give. */
export const scriptLimits = {
  milliseconds: 3_000,
  memoryBytes: 32 * 1024 * 1024,
  stackBytes: 256 * 1024,
  claimsBytes: 50 * 1024,
  requests: 10,
} as const;

/** Claims that say what the token is. The server sets them; those a script returns are left out. */
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
const environmentVariables = z.record(
  text(1, 256).check(z.regex(environmentVariableName)),
  z.string().check(z.maxLength(16_384)),
);
const script = text(1, 100_000);

export const accessTokenScript = z.object({
  script,
  environmentVariables: z.optional(environmentVariables),
  tokenSample: z.optional(userTokenSample),
  contextSample: z.optional(contextSample),
});
export const machineTokenScript = z.object({
  script,
  environmentVariables: z.optional(environmentVariables),
  tokenSample: z.optional(machineTokenSample),
  contextSample: z.optional(jsonObject),
});
export type AccessTokenScript = z.output<typeof accessTokenScript>;
export type MachineTokenScript = z.output<typeof machineTokenScript>;

const trial = z.discriminatedUnion('tokenType', [
  z.object({
    tokenType: z.literal('access-token'),
    script,
    environmentVariables: z.optional(environmentVariables),
    token: userTokenSample,
    context: contextSample,
  }),
  z.object({
    tokenType: z.literal('client-credentials'),
    script,
    environmentVariables: z.optional(environmentVariables),
    token: machineTokenSample,
  }),
]);

/** Why a script brought no claims, in the `reason` of `jwt_customizer.general`. */
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

const saving = { quota: 'customJwtEnabled', change: 'custom-jwt.saved' } as const;

export const customJwt = resource('custom-jwt', 'management', {
  list: get('/configs/jwt-customizer', {
    response: z.array(
      z.union([
        z.object({ key: z.literal('jwt.accessToken'), value: accessTokenScript }),
        z.object({ key: z.literal('jwt.clientCredentials'), value: machineTokenScript }),
      ]),
    ),
  }),
  test: post('/configs/jwt-customizer/test', {
    body: trial,
    response: jsonObject,
    quota: 'customJwtEnabled',
    change: 'none',
  }),
  getAccessToken: get('/configs/jwt-customizer/access-token', { response: accessTokenScript }),
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
  getClientCredentials: get('/configs/jwt-customizer/client-credentials', { response: machineTokenScript }),
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
