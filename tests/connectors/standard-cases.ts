// A provider of the standard protocols, and one that uses only ID tokens.
import {
  bearerOf,
  clientId,
  clientSecret,
  grantWithClient,
  type OAuthCase,
  standardGrant,
} from './oauth-counterpart.ts';

const issuer = 'https://id.provider.example';
const endpoints = { authorizationEndpoint: `${issuer}/authorize`, tokenEndpoint: `${issuer}/token` };
const client = { response_type: 'code', client_id: clientId };
const declined = { error: 'access_denied', error_description: 'The user denied the request' };
const refusal = { status: 400, body: { error: 'invalid_grant' } };

export const standardCases: OAuthCase[] = [
  {
    connectorId: 'oauth2',
    docs: 'https://www.rfc-editor.org/rfc/rfc6749#section-4.1',
    config: {
      ...endpoints,
      ...{ clientId, clientSecret, userInfoEndpoint: `${issuer}/me`, scope: 'profile' },
      tokenEndpointResponseType: 'query-string',
      profileMap: {
        id: 'account.id',
        email: 'mail.address',
        emailVerified: 'mail.verified',
        name: 'display_name',
        avatar: 'image',
      },
      customConfig: { audience: 'shop', accessType: 'offline' },
    },
    metadata: { target: 'provider', name: { en: 'Provider' } },
    authorization: {
      url: endpoints.authorizationEndpoint,
      query: { ...client, scope: 'profile', audience: 'shop', access_type: 'offline' },
      hasPkce: true,
    },
    token: {
      url: endpoints.tokenEndpoint,
      parameters: (grant) => ({ ...grantWithClient(grant), audience: 'shop', access_type: 'offline' }),
      answer: ({ accessToken }) => ({
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: `access_token=${accessToken}&token_type=bearer&expires_in=3600`,
      }),
      refusal,
    },
    profile: [
      {
        url: `${issuer}/me`,
        headers: bearerOf,
        answer: {
          account: { id: 4711 },
          mail: { address: 'ann@provider.example', verified: true },
          display_name: 'Ann',
          image: 'https://provider.example/ann',
        },
      },
    ],
    declined,
    user: { id: '4711', name: 'Ann', avatar: 'https://provider.example/ann', email: 'ann@provider.example' },
  },
  {
    connectorId: 'oidc',
    docs: 'https://openid.net/specs/openid-connect-core-1_0.html#CodeFlowAuth',
    config: {
      ...endpoints,
      ...{ clientId, clientSecret, scope: 'profile email', tokenEndpointAuthMethod: 'client_secret_basic' },
      idTokenVerificationConfig: { jwksUri: `${issuer}/jwks`, issuer },
      authRequestOptionalConfig: { acrValues: 'high' },
    },
    metadata: { target: 'open', name: { en: 'Open' } },
    authorization: {
      url: endpoints.authorizationEndpoint,
      query: { ...client, scope: 'profile email openid', acr_values: 'high' },
      hasPkce: true,
    },
    token: { url: endpoints.tokenEndpoint, login: 'basic', parameters: standardGrant, refusal },
    idToken: {
      claims: {
        iss: issuer,
        sub: 'subject',
        name: 'Bob',
        picture: 'https://provider.example/bob',
        email: 'bob@provider.example',
        email_verified: true,
      },
      keys: `${issuer}/jwks`,
    },
    profile: [],
    declined,
    user: { id: 'subject', name: 'Bob', avatar: 'https://provider.example/bob', email: 'bob@provider.example' },
  },
  {
    connectorId: 'slack-universal',
    docs: 'https://docs.slack.dev/authentication/sign-in-with-slack/',
    config: { clientId, clientSecret },
    authorization: {
      url: 'https://slack.com/openid/connect/authorize',
      query: { ...client, scope: 'openid profile email' },
    },
    token: {
      url: 'https://slack.com/api/openid.connect.token',
      parameters: grantWithClient,
      answer: ({ accessToken }) => ({ body: { ok: true, access_token: accessToken, token_type: 'Bearer' } }),
      refusal: { body: { ok: false, error: 'invalid_code' } },
    },
    idToken: {
      claims: {
        iss: 'https://slack.com',
        sub: 'U0R7MFMJM',
        name: 'Krane',
        picture: 'https://secure.gravatar.example/krane',
        email: 'krane@slack.example',
        email_verified: true,
      },
      keys: 'https://slack.com/openid/connect/keys',
    },
    profile: [],
    declined,
    user: {
      id: 'U0R7MFMJM',
      name: 'Krane',
      avatar: 'https://secure.gravatar.example/krane',
      email: 'krane@slack.example',
    },
  },
];
