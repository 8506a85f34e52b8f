// Documentation of the tests of social connectors.
import type { connectorTestAnswers, connectorTests } from '../connector-tests.ts';
import type { ResourceDoc } from './document.ts';

const connectorId = {
  text: 'ID of the connector. It can be one that is not created yet, since the redirect URI ends with it.',
  example: 'k4w9z1xq7m0c',
};

export const connectorTestsDoc: ResourceDoc<typeof connectorTests> = {
  title: 'Connector tests',
  about:
    'Tests of social connectors with a configuration that may not be saved. An administrator signs in at the provider; no one is signed in here, and no user is created.',
  operations: {
    create: {
      summary: 'Starts a test and returns the URL of the provider to open.',
      description:
        'Open the URL in a new window, and read the test until it has succeeded or failed. The provider returns to the redirect URI that sign-ins with this connector use. A test works once, for ten minutes. Within ten minutes, a connector can be tested 30 times, and a tenant can start 300 tests.',
      errors: [
        'connector.not_found_with_connector_id',
        'connector.unexpected_type',
        'connector.invalid_config',
        'connector.general',
        'connector.too_many_tests',
        'entity.not_exists_with_id',
      ],
      body: {
        ...{ factoryId: 'github-universal', connectorId: 'k4w9z1xq7m0c' },
        config: { clientId: 'Iv1.8a61f9b3', clientSecret: '5f1c…' },
      },
    },
    get: {
      summary: 'Returns a test that the caller has started.',
      errors: ['entity.not_exists_with_id'],
      response: {
        ...{ id: 't8n5g2y7k0vrk4w9z1xq7', connectorId: 'k4w9z1xq7m0c', factoryId: 'github-universal' },
        status: 'failed',
        steps: [
          { name: 'request', durationMs: 1 },
          { name: 'authorization', durationMs: 1900 },
        ],
        failure: {
          step: 'token',
          code: 'connector.social_auth_code_invalid',
          reason: 'github.com: incorrect_client_credentials',
        },
        profile: null,
        expiresAt: 1763110800000,
      },
    },
  },
  fields: {
    id: { text: 'ID of the test.', example: 't8n5g2y7k0vrk4w9z1xq7' },
    factoryId: { text: 'ID of the connector factory.', example: 'github-universal' },
    connectorId,
    config: {
      text: 'Configuration, by the form items of the factory. Secrets that are sent as the mask keep their saved value.',
      example: { clientId: 'Iv1.8a61f9b3' },
    },
    domain: {
      text: 'Custom domain of the redirect URI. Default: the domain of the tenant.',
      example: 'id.example.com',
    },
    authorizationUri: {
      text: 'URL of the provider to open.',
      example: 'https://github.com/login/oauth/authorize?client_id=Iv1.8a61f9b3',
    },
    redirectUri: {
      text: 'Redirect URI to register at the provider.',
      example: 'https://id.example.com/callback/k4w9z1xq7m0c',
    },
    expiresAt: { text: 'When the test is deleted.', example: 1763110800000 },
    status: '`waiting` for the provider, `running`, `succeeded` or `failed`.',
    steps: 'Completed steps, in order. Some providers need no token.',
    'steps.name':
      'Step: `request` made the authorization request, `authorization` came back from the provider, `token` exchanged the code, `profile` read the user.',
    durationMs: { text: 'Duration in milliseconds.', example: 212 },
    failure: 'Why the test failed, or `null`.',
    step: 'Step that failed.',
    code: { text: 'Error code.', example: 'connector.social_auth_code_invalid' },
    reason: { text: 'Reason given by the provider, or `null`.', example: 'github.com: incorrect_client_credentials' },
    profile: 'User as a sign-in would know them, or `null`.',
    'profile.id': { text: 'ID of the user at the provider.', example: '9919' },
    name: { text: 'Name.', example: 'Maria Lund' },
    avatar: { text: 'URL of the picture.', example: 'https://example.com/maria.png' },
    email: { text: 'Email address that the provider has verified.', example: 'maria@example.com' },
    unverifiedEmail: { text: 'Email address that the provider has not verified.', example: 'maria@example.com' },
    phone: { text: 'Phone number that the provider has verified.', example: '15551234567' },
    unverifiedPhone: { text: 'Phone number that the provider has not verified.', example: '15551234567' },
    rawData: { text: 'Everything the provider says about the user.', example: { login: 'maria' } },
  },
};

export const connectorTestAnswersDoc: ResourceDoc<typeof connectorTestAnswers> = {
  title: 'Connector test answers',
  about: 'Responses of providers to connector tests, sent by the page at the redirect URI.',
  operations: {
    create: {
      summary: 'Completes a test with the response of the provider.',
      description: 'The `state` in the response belongs to one test and counts once.',
      errors: ['session.connector_session_not_found'],
    },
  },
  fields: {
    connectorId: { text: 'ID of the connector, from the path of the redirect URI.', example: 'k4w9z1xq7m0c' },
    data: {
      text: 'Query of the redirect URI.',
      example: { state: 'connectortest4rT9vN1cX8', code: '5f1c9b' },
    },
  },
};
