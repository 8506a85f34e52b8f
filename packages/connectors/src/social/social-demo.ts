// Buttons of well-known providers for demonstrations: they lead to the provider, but their users can't sign in.

import * as z from 'zod/mini';
import { webUrl } from '../config-fields.ts';
import { ConnectorError, type SocialConnector } from '../connector.ts';
import { clientIdField, logo, required } from './form.ts';
import { withQuery } from './provider-call.ts';

const providers = {
  google: { url: 'https://accounts.google.com/o/oauth2/v2/auth', scope: 'openid profile email', response_type: 'code' },
  github: { url: 'https://github.com/login/oauth/authorize', scope: 'read:user', response_type: undefined },
  discord: { url: 'https://discord.com/oauth2/authorize', scope: 'identify email', response_type: 'code' },
};

const config = z.object({
  provider: z.enum(['google', 'github', 'discord']),
  clientId: required,
  redirectUri: webUrl,
});
type Config = z.output<typeof config>;

/** Its ID has the operator's namespace. */
export const socialDemo = (namespace: string): SocialConnector => ({
  id: `${namespace}-social-demo`,
  type: 'Social',
  target: `${namespace}-social-demo`,
  platform: 'Universal',
  isStandard: true,
  isDemo: true,
  textId: 'social-demo',
  logo,
  formItems: [
    {
      key: 'provider',
      type: 'Select',
      required: true,
      selectItems: [
        { title: 'Google', value: 'google' },
        { title: 'GitHub', value: 'github' },
        { title: 'Discord', value: 'discord' },
      ],
    },
    clientIdField,
    { key: 'redirectUri', type: 'Text', required: true },
  ],
  config,
  authorize: async ({ state }, given) => {
    const { provider, clientId, redirectUri } = given as Config;
    const { url, ...parameters } = providers[provider];
    return { uri: withQuery(url, { ...parameters, client_id: clientId, redirect_uri: redirectUri, state }) };
  },
  identify: () => Promise.reject(new ConnectorError('not_implemented')),
});
