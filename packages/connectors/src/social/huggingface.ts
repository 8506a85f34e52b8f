// Hugging Face: https://huggingface.co/docs/hub/oauth
import { brandLogos } from '../brand-logos.gen.ts';
import { type ClientConfig, clientConfig, clientFields } from './form.ts';
import { userFromClaims, userInfo } from './id-token.ts';
import { bearer, oauthConnector } from './oauth.ts';
import { askProvider } from './provider-call.ts';

export const huggingface = oauthConnector<ClientConfig>({
  id: 'huggingface-universal',
  target: 'huggingface',
  ...brandLogos.huggingface,
  formItems: clientFields,
  config: clientConfig,
  authorizationEndpoint: 'https://huggingface.co/oauth/authorize',
  tokenEndpoint: 'https://huggingface.co/oauth/token',
  scope: 'profile',
  hasPkce: true,
  hasBasicLogin: true,
  needsSession: true,
  missingCode: 'authorization_failed',
  user: async ({ issued }, _, tools) => {
    const url = 'https://huggingface.co/oauth/userinfo';
    const refusal = 'social_invalid_access_token';
    return userFromClaims(await askProvider({ url, headers: bearer(issued), answer: userInfo, refusal }, tools));
  },
});
