// The fields of an application, wherever one is returned.
import type { FieldDoc } from './field-doc.ts';

export const applicationFields = {
  id: { text: 'ID of the application, and its OAuth client ID.', example: 'a5v9c3n0r2lw' },
  name: { text: 'Name of the application.', example: 'Shop' },
  description: { text: 'Description of the application.', example: 'Web shop for customers.' },
  type: { text: 'Type of the application.', example: 'SPA' },
  isThirdParty: { text: 'Whether it is a third-party application, whose users must consent.', example: false },
  isSelfRegistered: { text: 'Whether the application registered itself (RFC 7591).', example: false },
  metadataUrl: {
    text: 'The URL of the document that describes the application, which is its client ID. Null for all others.',
    example: null,
  },
  oidcClientMetadata: 'OpenID Connect settings.',
  redirectUris: {
    text: 'Redirect URIs that are allowed after sign-in, compared character by character. Wildcards are not supported.',
    example: ['https://shop.example.com/callback'],
  },
  postLogoutRedirectUris: { text: 'URIs that are allowed after sign-out.', example: ['https://shop.example.com'] },
  backchannelLogoutUri: {
    text: 'URI that receives back-channel logout tokens.',
    example: 'https://shop.example.com/backchannel-logout',
  },
  backchannelLogoutSessionRequired: 'Whether logout tokens must contain the session ID.',
  logoUri: { text: 'URL of the logo.', example: 'https://shop.example.com/logo.svg' },
  customClientMetadata: 'Token lifetimes and CORS settings.',
  corsAllowedOrigins: {
    text: 'Origins that can call the OpenID Connect endpoints from a browser.',
    example: ['https://shop.example.com'],
  },
  grantTypes: {
    text: 'Grants that the application may use. If not set, it may use all that its type allows, except for the device grant.',
    example: ['authorization_code', 'refresh_token'],
  },
  dpopBoundAccessTokens:
    'Whether token requests need a DPoP proof, so that tokens are bound to a key of the application (RFC 9449).',
  accessTokenTtl: {
    text: 'Longest lifetime of access tokens, in seconds. If the API resource has a shorter one, that counts.',
    example: 900,
  },
  idTokenTtl: { text: 'Lifetime of ID tokens, in seconds.', example: 3600 },
  idTokenSignedResponseAlg: {
    text: 'Algorithm of ID tokens. The newest published key of this algorithm signs them; without such a key, the current key does.',
    example: 'RS256',
  },
  refreshTokenTtl: { text: 'Lifetime of refresh tokens, in seconds.', example: 1209600 },
  refreshTokenTtlInDays: { text: 'Lifetime of refresh tokens, in days.', example: 14 },
  alwaysIssueRefreshToken: 'Whether refresh tokens are issued without `prompt=consent`.',
  requirePushedAuthorizationRequests:
    'Whether authorization requests have to be pushed to the server first, with client authentication (RFC 9126).',
  rotateRefreshToken: 'Whether each use of a refresh token replaces it.',
  protectedAppMetadata: { text: 'Settings of a protected application; `null` for others.', example: null },
  host: { text: 'Host of the protected application. It cannot be changed.', example: 'shop.apps.example.com' },
  origin: {
    text: 'Origin of the site, which the gateway forwards requests to: scheme, host and port.',
    example: 'https://shop-internal.example.com',
  },
  sessionDuration: { text: 'How long users stay signed in, in seconds. Default: 14 days.', example: 1209600 },
  pageRules: 'Pages that need a sign-in. Without any, all of them do.',
  path: { text: 'Regular expression of paths.', example: '^/(admin|account)' },
  customDomains: 'Custom domains of the protected application; at most one.',
  domain: { text: 'Host name.', example: 'shop.example.com' },
  status: { text: 'State of the custom domain.', example: 'Active' },
  errorMessage: { text: 'Problem to fix; `null` if there is none.', example: null },
  dnsRecords: 'DNS records to create.',
  value: { text: 'Value of the record.', example: 'default.domains.example.com' },
  cloudflareData: 'Always `null`.',
} as const satisfies Record<string, FieldDoc>;
