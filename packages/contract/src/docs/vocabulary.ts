// Fields that mean the same everywhere, described once for all resources.
import type { FieldDoc } from './field-doc.ts';
import { passkeyFields } from './passkey-fields.ts';
import { profileFields } from './profile-fields.ts';

const userId = 'u8k2m4qs7x1c';
const createdAt = 1767225600000;

export const vocabulary = {
  ...profileFields,
  ...passkeyFields,
  tenantId: { text: 'ID of the tenant.', example: 'default' },
  createdAt: { text: 'Time of creation, in milliseconds since the Unix epoch.', example: createdAt },
  updatedAt: { text: 'Time of the last change, in milliseconds since the Unix epoch.', example: createdAt },
  page: { text: 'Page number, starting at 1.', example: 1 },
  page_size: { text: 'Number of items per page, at most 100. Default: 20.', example: 20 },
  search: {
    text: 'Search pattern; `%` matches any text. `search.{field}`, `mode.{field}`, `joint` and `isCaseSensitive` refine it.',
    example: '%jane%',
  },
  q: { text: 'Keyword to search for.', example: 'acme' },
  customData: { text: 'Arbitrary JSON object stored with the entity.', example: { plan: 'pro' } },

  userId: { text: 'ID of the user.', example: userId },
  userIds: { text: 'IDs of the users.', example: [userId] },
  applicationId: { text: 'ID of the application.', example: 'a5v9c3n0r2lw' },
  applicationIds: { text: 'IDs of the applications.', example: ['a5v9c3n0r2lw'] },
  organizationId: { text: 'ID of the organization.', example: 'o3h6t1z8y4bk' },
  organizationIds: { text: 'IDs of the organizations.', example: ['o3h6t1z8y4bk'] },
  organizationRoleId: { text: 'ID of the organization role.', example: 'or7d2f5j9m0p' },
  organizationRoleIds: { text: 'IDs of organization roles.', example: ['or7d2f5j9m0p'] },
  organizationScopeId: { text: 'ID of the organization permission.', example: 'os4w8e1g6n3q' },
  organizationScopeIds: { text: 'IDs of organization permissions.', example: ['os4w8e1g6n3q'] },
  roleId: { text: 'ID of the role.', example: 'r1s9k4v7b2xd' },
  roleIds: { text: 'IDs of the roles.', example: ['r1s9k4v7b2xd'] },
  resourceId: { text: 'ID of the API resource.', example: 'p6m0z3q8t5ha' },
  scopeId: { text: 'ID of the permission.', example: 's2c7x4l9w1fe' },
  scopeIds: { text: 'IDs of permissions.', example: ['s2c7x4l9w1fe'] },
  connectorId: { text: 'ID of the connector.', example: 'c9n5g2y7k0vr' },
  ssoConnectorId: { text: 'ID of the enterprise SSO connector.', example: 'e4b8h1u6d3zs' },
  ssoConnectorIds: { text: 'IDs of enterprise SSO connectors.', example: ['e4b8h1u6d3zs'] },
  sessionId: { text: 'ID of the session.', example: 'x7Jd0pQm2Lw9' },
  organizationRoles: 'Organization roles that are assigned.',
  'organizationRoles.id': { text: 'ID of the organization role.', example: 'or7d2f5j9m0p' },
  'organizationRoles.name': { text: 'Name of the organization role.', example: 'member' },
  isDefault: 'Whether it is the default one.',

  email: { text: 'Email address.', example: 'jane@example.com' },
  phone: { text: 'Phone number in international format, digits only.', example: '15551234567' },
  password: { text: 'Plain-text password. Never returned.', example: 'correct-Horse-7-battery' },
  keepSessions: 'Whether the other sessions of the user stay signed in. Default: `false`.',
  verificationCode: { text: 'Verification code that the user received.', example: '482913' },
  state: { text: 'Random value that the provider returns unchanged; compare it to prevent CSRF.', example: 'k3Jx9Qw0' },
  redirectUri: { text: 'Redirect URI to return to.', example: 'https://app.example.com/callback' },
  redirectTo: { text: 'URL to send the browser to.', example: 'https://app.example.com/callback?code=Zk4' },
  authorizationUri: {
    text: 'URL at the provider to send the browser to.',
    example: 'https://provider.example.com/authorize?state=k3Jx9Qw0',
  },
  connectorData: {
    text: "Query parameters of the provider's callback.",
    example: { code: 'Zk4', state: 'k3Jx9Qw0' },
  },
  ip: { text: 'IP address of the client.', example: '203.0.113.7' },
  userAgent: { text: '`User-Agent` header of the client.', example: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' },
  expiresAt: { text: 'Time of expiry, in milliseconds since the Unix epoch.', example: 1798761600000 },
  expiresIn: { text: 'Lifetime in seconds.', example: 600 },
  templateType: { text: 'Type of message the template is for.', example: 'SignIn' },
  languageTag: { text: 'Language, as a BCP 47 tag.', example: 'de' },
  contentType: { text: 'Format of the content.', example: 'text/html' },

  color: 'Brand colors of the sign-in pages.',
  primaryColor: { text: 'Primary color in light mode.', example: '#5d34f2' },
  isDarkModeEnabled: 'Whether the pages follow the dark mode of the browser.',
  darkPrimaryColor: { text: 'Primary color in dark mode.', example: '#7958ff' },
  branding: 'Logos and favicons.',
  logoUrl: { text: 'URL of the logo.', example: 'https://cdn.example.com/logo.svg' },
  darkLogoUrl: { text: 'URL of the logo in dark mode.', example: 'https://cdn.example.com/logo-dark.svg' },
  favicon: { text: 'URL of the favicon.', example: 'https://cdn.example.com/favicon.ico' },
  darkFavicon: { text: 'URL of the favicon in dark mode.', example: 'https://cdn.example.com/favicon-dark.ico' },
  customCss: { text: 'CSS added to the sign-in pages.', example: '.tessera_main { border-radius: 4px; }' },
  termsOfUseUrl: { text: 'URL of the terms of use.', example: 'https://example.com/terms' },
  privacyPolicyUrl: { text: 'URL of the privacy policy.', example: 'https://example.com/privacy' },

  file: 'File to upload.',
  allowUploadMimeTypes: { text: 'Allowed MIME types of uploads.', example: ['image/png', 'image/jpeg'] },
  maxUploadFileSize: { text: 'Maximum upload size, in bytes.', example: 20971520 },
} as const satisfies Record<string, FieldDoc>;

export type SharedField = keyof typeof vocabulary;
