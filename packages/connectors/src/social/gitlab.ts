// GitLab: https://docs.gitlab.com/integration/openid_connect_provider/
import { brandLogos } from '../brand-logos.gen.ts';
import { type ClientConfig, clientConfig, clientFields } from './form.ts';
import { userFromClaims, userInfo, withOpenId } from './id-token.ts';
import { bearer, oauthConnector } from './oauth.ts';
import { askProvider } from './provider-call.ts';

export const gitlab = oauthConnector<ClientConfig>({
  id: 'gitlab-universal',
  target: 'gitlab',
  protocol: 'oidc',
  ...brandLogos.gitlab,
  formItems: clientFields,
  config: clientConfig,
  authorizationEndpoint: 'https://gitlab.com/oauth/authorize',
  tokenEndpoint: 'https://gitlab.com/oauth/token',
  scope: ({ scope = '' }) => withOpenId(scope),
  hasPkce: true,
  idToken: () => ({ jwksUri: 'https://gitlab.com/oauth/discovery/keys', issuer: 'https://gitlab.com' }),
  hasBasicLogin: true,
  needsSession: true,
  missingCode: 'authorization_failed',
  user: async ({ issued }, _, tools) => {
    const url = 'https://gitlab.com/oauth/userinfo';
    const refusal = 'social_invalid_access_token';
    return userFromClaims(await askProvider({ url, headers: bearer(issued), answer: userInfo, refusal }, tools));
  },
});
