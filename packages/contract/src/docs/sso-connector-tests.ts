// Documentation of the tests of enterprise SSO connectors.
import type { ssoConnectorTestAnswers, ssoConnectorTests } from '../sso-connector-tests.ts';
import type { ResourceDoc } from './document.ts';

const notRun = { status: 'not_run', durationMs: null, detail: null, problem: null, response: null } as const;

export const ssoConnectorTestsDoc: ResourceDoc<typeof ssoConnectorTests> = {
  title: 'Enterprise SSO connector tests',
  about:
    'Tests of enterprise SSO connectors with a real sign-in at the identity provider. No one is signed in here, and nothing is changed.',
  operations: {
    create: {
      summary: 'Starts a test and returns the URL of the identity provider to open.',
      description:
        'Open the URL in a new window, and read the test until it has succeeded or failed. Without a URL, it has failed already. A test works once, for ten minutes. Within ten minutes, a connector can be tested 30 times, and a tenant can start 300 tests.',
      errors: ['entity.not_exists_with_id', 'connector.invalid_config', 'connector.too_many_tests'],
    },
    get: {
      summary: 'Returns a test that the caller has started.',
      errors: ['entity.not_exists_with_id'],
      response: {
        ...{ id: 't8n5g2y7k0vrk4w9z1xq7', connectorId: 'e4b8h1u6d3zs', status: 'failed' },
        steps: [
          {
            ...{ name: 'token', status: 'failed', durationMs: 187, detail: null },
            problem: {
              ...{ code: 'client_secret_rejected', field: 'clientSecret', title: 'Client secret is wrong' },
              text: 'Copy the current client secret from Okta. It may have been rotated or have expired.',
            },
            response: { status: 401, body: '{ "error": "invalid_client" }' },
          },
          { name: 'id_token', ...notRun },
        ],
        ...{ attributes: null, user: null },
        redirectUri: 'https://auth.example.com/callback/e4b8h1u6d3zs',
        ...{ createdAt: 1763110200000, expiresAt: 1763110800000 },
      },
    },
  },
  fields: {
    id: { text: 'ID of the test; in paths, of the enterprise SSO connector.', example: 't8n5g2y7k0vrk4w9z1xq7' },
    testId: { text: 'ID of the test.', example: 't8n5g2y7k0vrk4w9z1xq7' },
    connectorId: { text: 'ID of the enterprise SSO connector.', example: 'e4b8h1u6d3zs' },
    authorizationUri: {
      text: 'URL of the identity provider to open, or `null` if the test has failed already.',
      example: 'https://acme.okta.com/oauth2/v1/authorize?client_id=0oa1b2c3',
    },
    redirectUri: {
      text: 'Redirect URI to register at the identity provider; for SAML, the assertion consumer service URL.',
      example: 'https://auth.example.com/callback/e4b8h1u6d3zs',
    },
    createdAt: { text: 'When the test started.', example: 1763110200000 },
    expiresAt: { text: 'When the test is deleted.', example: 1763110800000 },
    status: '`waiting` for the identity provider, `running`, `succeeded` or `failed`.',
    steps: 'All steps of the protocol, in order.',
    'steps.name':
      'Step. OpenID Connect: `discovery`, `keys`, `redirect`, `sign_in`, `token`, `id_token`, `attributes`, `user`. SAML: `metadata`, `redirect`, `response`, `signature`, `audience`, `clock`, `attributes`, `user`.',
    'steps.status': '`succeeded`, `warning`, `failed`, `running` or `not_run`.',
    durationMs: { text: 'Duration in milliseconds, or `null`.', example: 112 },
    detail: {
      text: 'What happened, in the language of the request.',
      example: 'GET /.well-known/openid-configuration · 200',
    },
    problem: 'What is wrong, or `null`.',
    code: { text: 'Code of the problem.', example: 'client_secret_rejected' },
    field: {
      text: 'Field to change, or `null` if the cause is elsewhere. `redirectUri` and `audience`, the entity ID of the connector, are registered at the provider.',
      example: 'clientSecret',
    },
    title: { text: 'The problem, in the language of the request.', example: 'Client secret is wrong' },
    text: {
      text: 'What to do, in the language of the request.',
      example: 'Copy the current client secret from Okta. It may have been rotated or have expired.',
    },
    response: 'Response of the identity provider, without secrets and tokens, or `null`.',
    'response.status': { text: 'HTTP status, or `null`.', example: 401 },
    body: { text: 'Beginning of the response.', example: '{ "error": "invalid_client" }' },
    attributes: 'User as a sign-in would know them, or `null`.',
    'attributes.id': { text: 'ID of the user at the identity provider.', example: '00u1a2b3' },
    name: { text: 'Name.', example: 'Maria Lund' },
    avatar: { text: 'URL of the picture.', example: 'https://example.com/maria.png' },
    email: { text: 'Trusted email address.', example: 'maria@example.com' },
    unverifiedEmail: {
      text: 'Email address that is not verified, or not of a domain of the connector.',
      example: 'maria@example.com',
    },
    unverifiedPhone: { text: 'Phone number.', example: '15551234567' },
    user: 'User that a sign-in would create, link or sign in, or `null`.',
    decision:
      '`create` a user, `link` the identity to a user, `sign_in` a user who has it already, or `refuse` the user who was found.',
    userId: { text: 'ID of the existing user, or `null`.', example: null },
    'user.name': { text: 'Name of the user, or `null`.', example: 'Maria Lund' },
    primaryEmail: { text: 'Email address of the user, or `null`.', example: 'maria@example.com' },
  },
};

export const ssoConnectorTestAnswersDoc: ResourceDoc<typeof ssoConnectorTestAnswers> = {
  title: 'Enterprise SSO connector test answers',
  about: 'Responses of identity providers to connector tests, sent by the page at the redirect URI.',
  operations: {
    create: {
      summary: 'Completes a test with the response of the identity provider.',
      description: 'The `state` in the response belongs to one test and counts once.',
      errors: ['session.connector_session_not_found'],
    },
  },
  fields: {
    connectorId: { text: 'ID of the connector, from the path of the redirect URI.', example: 'e4b8h1u6d3zs' },
    data: { text: 'Query of the redirect URI.', example: { state: 'ssotest4rT9vN1cX8', code: '5f1c9b' } },
  },
};
