// Microsoft: https://learn.microsoft.com/entra/identity-platform/v2-oauth2-auth-code-flow
import { matches } from '@tessera/contract/field-issues';
import * as z from 'zod/mini';
import { brandLogos } from '../brand-logos.gen.ts';
import { webUrl } from '../config-fields.ts';
import { ConnectorError } from '../connector.ts';
import { clientConfig, clientIdField, clientSecretField, optional, required } from './form.ts';
import type { Claims } from './id-token.ts';
import { bearer, oauthConnector } from './oauth.ts';
import { askProvider } from './provider-call.ts';

const config = z.object({
  ...z.omit(clientConfig, { scope: true }).shape,
  cloudInstance: z._default(webUrl, 'https://login.microsoftonline.com'),
  tenantId: required.check(matches(/^[\w.-]+$/, 'entra_tenant')),
  prompts: z.optional(z.array(z.enum(['none', 'login', 'consent', 'select_account']))),
  scopes: optional,
});
type Config = z.output<typeof config>;

const profile = z.looseObject({
  id: z.string().check(z.minLength(1)),
  displayName: z.optional(z.nullable(z.string())),
  mail: z.optional(z.nullable(z.string())),
});
const ofSignIn = ['openid', 'profile', 'offline_access'];
const graph = 'User.Read';

const base = ({ cloudInstance, tenantId }: Config) => `${cloudInstance.replace(/\/$/, '')}/${tenantId}`;
const endpoint = (config: Config, name: string) => `${base(config)}/oauth2/v2.0/${name}`;
const wordsOf = (text = '') => text.split(/\s+/).filter(Boolean);

/** The issuer names the user's tenant. Its host isn't compared, since clouds have several names. */
const requireTenant = ({ iss = '', tid }: Claims, { tenantId }: Config) => {
  // Instead of its ID, a tenant is configured by a domain, or as `common`, for example.
  const isConfigured = !/^[\da-f-]{36}$/i.test(tenantId) || tid === tenantId.toLowerCase();
  if (typeof tid === 'string' && iss.endsWith(`/${tid}/v2.0`) && isConfigured) return;
  throw new ConnectorError('social_invalid_id_token', { message: 'ID token rejected: from another tenant' });
};

export const azuread = oauthConnector<Config>({
  id: 'azuread-universal',
  target: 'azuread',
  protocol: 'oidc',
  ...brandLogos.microsoft,
  formItems: [
    clientIdField,
    clientSecretField,
    {
      key: 'cloudInstance',
      type: 'Text',
      required: true,
      defaultValue: 'https://login.microsoftonline.com',
      placeholder: 'https://login.microsoftonline.com',
    },
    { key: 'tenantId', type: 'Text', required: true },
    {
      key: 'prompts',
      type: 'MultiSelect',
      selectItems: [{ value: 'none' }, { value: 'login' }, { value: 'consent' }, { value: 'select_account' }],
    },
    { key: 'scopes', type: 'Text' },
  ],
  config,
  authorizationEndpoint: (settings) => endpoint(settings, 'authorize'),
  tokenEndpoint: (settings) => endpoint(settings, 'token'),
  scope: ({ scopes }) => [...new Set([graph, ...wordsOf(scopes), ...ofSignIn])].join(' '),
  parameters: ({ prompts = [] }) => ({ prompt: prompts.join(' ') || undefined }),
  hasPkce: true,
  idToken: (settings) => ({ jwksUri: `${base(settings)}/discovery/v2.0/keys` }),
  hasOtherIds: true,
  exchange: (grant, { clientId, clientSecret }) => ({
    form: { ...grant, client_id: clientId, client_secret: clientSecret, scope: graph },
  }),
  user: async ({ issued, claims }, settings, tools) => {
    if (claims) requireTenant(claims, settings);
    const refusal = 'social_invalid_access_token';
    const url = 'https://graph.microsoft.com/v1.0/me';
    const told = await askProvider({ url, headers: bearer(issued), answer: profile, refusal }, tools);
    const { id, displayName, mail } = told;
    return {
      id,
      ...(displayName && { name: displayName }),
      // Administrators of any Microsoft tenant can set it to any address.
      ...(mail && { email: mail, isEmailVerified: false }),
      rawData: told,
    };
  },
});
