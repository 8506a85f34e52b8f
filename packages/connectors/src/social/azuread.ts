// Microsoft: https://learn.microsoft.com/entra/identity-platform/v2-oauth2-auth-code-flow
import * as z from 'zod/mini';
import { brandLogos } from '../brand-logos.gen.ts';
import { clientConfig, clientIdField, clientSecretField, optional, required } from './form.ts';
import { bearer, oauthConnector } from './oauth.ts';
import { askProvider } from './provider-call.ts';

const config = z.object({
  ...z.omit(clientConfig, { scope: true }).shape,
  cloudInstance: z._default(z.url({ protocol: /^https?$/ }), 'https://login.microsoftonline.com'),
  tenantId: required.check(z.regex(/^[\w.-]+$/)),
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

const endpoint = ({ cloudInstance, tenantId }: Config, name: string) =>
  `${cloudInstance.replace(/\/$/, '')}/${tenantId}/oauth2/v2.0/${name}`;
const wordsOf = (text = '') => text.split(/\s+/).filter(Boolean);

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
  exchange: (grant, { clientId, clientSecret }) => ({
    form: { ...grant, client_id: clientId, client_secret: clientSecret, scope: graph },
  }),
  user: async ({ issued }, _, tools) => {
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
