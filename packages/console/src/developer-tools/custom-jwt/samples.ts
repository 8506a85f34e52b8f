// Default script, sample data and examples. They are code, so not translated.
import type { TokenKind } from './token-kinds.ts';

const parameters: Record<TokenKind, string> = {
  'access-token': '{ token, context, environmentVariables, api }',
  'client-credentials': '{ token, environmentVariables, api }',
};

export const defaultScript = (kind: TokenKind) => `/**
 * Returns the claims to add to the token, at most 50 KB of them.
 */
const getCustomJwtClaims = async (${parameters[kind]}) => {
  return {};
};
`;

const userToken = {
  jti: 'f1d3ff8443297732862df21dc4e57262',
  aud: 'https://api.example.com',
  scope: 'read:orders',
  clientId: 'my-application',
  accountId: 'u-123456',
  grantId: 'g-123456',
  gty: 'authorization_code',
  kind: 'AccessToken',
};
const machineToken = {
  jti: 'f1d3ff8443297732862df21dc4e57262',
  aud: 'https://api.example.com',
  scope: 'read:orders',
  clientId: 'my-machine',
  kind: 'ClientCredentials',
};
const context = {
  user: {
    id: 'u-123456',
    username: 'ada',
    primaryEmail: 'ada@example.com',
    primaryPhone: null,
    name: 'Ada Lovelace',
    avatar: null,
    customData: { plan: 'pro' },
    identities: {},
    profile: {},
    applicationId: 'my-application',
    isSuspended: false,
    hasPassword: true,
    ssoIdentities: [],
    mfaVerificationFactors: [],
    roles: [
      {
        id: 'r-123456',
        name: 'Editor',
        description: 'Edits orders',
        scopes: [
          {
            id: 's-123456',
            name: 'read:orders',
            description: null,
            resourceId: 'a-123456',
            resource: {
              tenantId: 'default',
              id: 'a-123456',
              name: 'Orders API',
              indicator: 'https://api.example.com',
              isDefault: false,
              accessTokenTtl: 3600,
            },
          },
        ],
      },
    ],
    organizations: [{ id: 'o-123456', name: 'Acme', description: null }],
    organizationRoles: [{ organizationId: 'o-123456', roleId: 'or-123456', roleName: 'Member' }],
  },
};

const toJson = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

export const sampleToken = (kind: TokenKind) => toJson(kind === 'access-token' ? userToken : machineToken);
export const sampleContext = toJson(context);

export const examples = {
  fetch: `const response = await fetch('https://api.example.com/plans', {
  headers: { Authorization: environmentVariables.API_KEY },
});
if (!response.ok) return {};
const { plan } = await response.json();
return { plan };`,
  variables: 'return { region: environmentVariables.REGION };',
  deny: `if (!token.scope?.includes('read:orders')) {
  api.denyAccess('This account may not read orders.');
}
return {};`,
} as const;
