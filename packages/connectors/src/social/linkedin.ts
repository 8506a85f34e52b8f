// LinkedIn: https://learn.microsoft.com/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2
import { brandLogos } from '../brand-logos.gen.ts';
import { type ClientConfig, clientConfig, clientFields } from './form.ts';
import { userFromClaims, userInfo } from './id-token.ts';
import { bearer, oauthConnector } from './oauth.ts';
import { askProvider } from './provider-call.ts';

export const linkedin = oauthConnector<ClientConfig>({
  id: 'linkedin-universal',
  target: 'linkedin',
  protocol: 'oidc',
  ...brandLogos.linkedin,
  formItems: clientFields,
  config: clientConfig,
  authorizationEndpoint: 'https://www.linkedin.com/oauth/v2/authorization',
  tokenEndpoint: 'https://www.linkedin.com/oauth/v2/accessToken',
  scope: 'openid profile email',
  needsSession: true,
  user: async ({ issued }, _, tools) => {
    const url = 'https://api.linkedin.com/v2/userinfo';
    const refusal = 'social_invalid_access_token';
    return userFromClaims(await askProvider({ url, headers: bearer(issued), answer: userInfo, refusal }, tools));
  },
});
