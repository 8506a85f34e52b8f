// Documentation of test sign-ins with applications.
import type { applicationTests } from '../application-tests.ts';
import type { ResourceDoc } from './document.ts';

const signingKey = { id: 'k3x8m1q6v0td', algorithm: 'ES256', isCurrent: true };

export const applicationTestsDoc: ResourceDoc<typeof applicationTests> = {
  title: 'Application tests',
  about:
    'Real sign-ins with the settings of an application through a built-in client, to see the content of its tokens. The tokens themselves are never returned or stored, and those that can be revoked are.',
  operations: {
    create: {
      summary: 'Starts a test and returns the URL to open in a browser.',
      description:
        "The page at the URL tells the user that an administrator runs a test, and continues to the sign-in. It works once, in one browser, for 15 minutes. Read the test until it has finished, then take its result. A tenant can start 60 tests in ten minutes. An application that requires DPoP is tested with a key made for the test. The test uses the tenant's own URL, not a custom domain.",
      errors: [
        'entity.not_exists_with_id',
        'application.test.type_not_supported',
        'application.test.grant_not_allowed',
        'application.test.redirect_uri_required',
        'application.test.secret_required',
      ],
    },
    get: {
      summary: 'Returns the status of a test that the caller has started.',
      errors: ['entity.not_exists_with_id'],
    },
    takeResult: {
      summary: 'Returns the result of a test that the caller has started, and deletes it.',
      description: 'The result is available for five minutes after the sign-in, and can be read once.',
      errors: ['entity.not_exists_with_id'],
      response: {
        status: 'succeeded',
        steps: [
          { name: 'authorization', durationMs: 8412 },
          { name: 'token', durationMs: 21 },
          { name: 'userinfo', durationMs: 6 },
        ],
        ...{ failure: null, userId: 'u7k2m9x4q1pe' },
        idToken: {
          format: 'jwt',
          header: { alg: 'ES256', typ: 'JWT', kid: signingKey.id },
          claims: { sub: 'u7k2m9x4q1pe', aud: 'a5v9c3n0r2lw', iss: 'https://auth.example.com/oidc', exp: 1763114400 },
          ...{ signingKey, expiresAt: 1763114400000, scopes: [] },
        },
        accessToken: {
          ...{ format: 'opaque', header: null, claims: null, signingKey: null },
          ...{ expiresAt: 1763114400000, scopes: ['openid', 'profile'] },
        },
        ...{ organizationToken: null, refreshToken: null, userinfo: { sub: 'u7k2m9x4q1pe', name: 'Maria Lund' } },
      },
    },
    requestToken: {
      summary: 'Requests a token as a machine-to-machine application, and returns its content.',
      description: 'With a secret of the application, which stays on the server.',
      errors: ['entity.not_exists_with_id', 'application.test.type_not_supported', 'application.test.secret_required'],
    },
  },
  fields: {
    id: { text: 'ID of the test; in paths, of the application.', example: 't8n5g2y7k0vrk4w9z1xq7' },
    testId: { text: 'ID of the test.', example: 't8n5g2y7k0vrk4w9z1xq7' },
    scopes: {
      text: 'Scopes to request. `openid` is always requested at a sign-in.',
      example: ['profile', 'email'],
    },
    resource: {
      text: 'Identifier of an API resource to request an access token for.',
      example: 'https://api.example.com',
    },
    organizationId: {
      text: 'Organization to request a token for. At a sign-in, a refresh token is requested as well.',
      example: 'o3h6t1z8y4bk',
    },
    prompt: { text: '`login`, `consent`, `login consent` or `none`. Refresh tokens need consent.', example: 'consent' },
    startUri: {
      text: 'URL to open in a browser. It works once.',
      example: 'https://auth.example.com/api/application-tests/start?token=4rT9vN1cX8',
    },
    expiresAt: { text: 'When the test is deleted; for tokens, when they expire.', example: 1763110800000 },
    'create.expiresAt': { text: 'When the test is deleted.', example: 1763110800000 },
    'get.expiresAt': { text: 'When the test is deleted.', example: 1763110800000 },
    status: { text: '`succeeded` or `failed`.', example: 'succeeded' },
    'get.status': { text: '`waiting` for the browser, `started`, `running` or `finished`.', example: 'finished' },
    steps: 'Completed steps, in order.',
    name: { text: '`authorization`, `token`, `organization` or `userinfo`.', example: 'token' },
    durationMs: { text: 'Duration in milliseconds.', example: 21 },
    failure: { text: 'Failed step, or `null`.', example: null },
    step: { text: 'Step that failed.', example: 'token' },
    error: { text: 'OAuth error, as the application would get it.', example: 'invalid_grant' },
    description: { text: 'Description of the error, or `null`.', example: 'grant request is invalid' },
    reason: { text: 'Reason, as in the health of the application, or `null`.', example: null },
    message: { text: 'The error in the language of the request.', example: 'The grant is invalid.' },
    userId: { text: 'ID of the user who signed in, or `null`.', example: 'u7k2m9x4q1pe' },
    idToken: 'ID token, or `null`.',
    accessToken: 'Access token, or `null`.',
    organizationToken: 'Access token for the chosen organization, or `null`.',
    refreshToken: 'Whether there was a refresh token, and when it would have expired; or `null`.',
    userinfo: {
      text: 'Answer of the userinfo endpoint, or `null` if there was no token for it.',
      example: { sub: 'u7k2m9x4q1pe', name: 'Maria Lund' },
    },
    format: { text: '`jwt`, or `opaque` for tokens without content.', example: 'jwt' },
    header: { text: 'Header of the token, or `null`.', example: { alg: 'ES256', typ: 'at+jwt', kid: signingKey.id } },
    claims: {
      text: 'Claims of the token, or `null`.',
      example: { sub: 'u7k2m9x4q1pe', aud: 'https://api.example.com' },
    },
    signingKey: 'Key that signed the token, or `null`.',
    'signingKey.id': { text: 'ID of the key.', example: signingKey.id },
    algorithm: { text: 'Algorithm of the signature.', example: 'ES256' },
    isCurrent: 'Whether it is the current signing key of the tenant, not a previous one.',
  },
};
