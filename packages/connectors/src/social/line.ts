// LINE: https://developers.line.biz/en/docs/line-login/integrate-line-login/
import * as z from 'zod/mini';
import { brandLogos } from '../brand-logos.gen.ts';
import { type ClientConfig, clientConfig, clientFields } from './form.ts';
import { bearer, oauthConnector } from './oauth.ts';
import { askProvider } from './provider-call.ts';

const profile = z.looseObject({
  userId: z.string().check(z.minLength(1)),
  displayName: z.optional(z.string()),
  pictureUrl: z.optional(z.string()),
});

export const line = oauthConnector<ClientConfig>({
  id: 'line-universal',
  target: 'line',
  protocol: 'oidc',
  ...brandLogos.line,
  formItems: clientFields,
  config: clientConfig,
  authorizationEndpoint: 'https://access.line.me/oauth2/v2.1/authorize',
  tokenEndpoint: 'https://api.line.me/oauth2/v2.1/token',
  scope: 'openid profile',
  hasPkce: true,
  // Signed with the client secret: https://developers.line.biz/en/docs/line-login/verify-id-token/
  idToken: ({ clientSecret }) => ({ secret: clientSecret, issuer: 'https://access.line.me' }),
  needsSession: true,
  user: async ({ issued }, _, tools) => {
    const url = 'https://api.line.me/v2/profile';
    const refusal = 'social_invalid_access_token';
    const told = await askProvider({ url, headers: bearer(issued), answer: profile, refusal }, tools);
    const { userId, displayName, pictureUrl } = told;
    return {
      id: userId,
      ...(displayName && { name: displayName }),
      ...(pictureUrl && { avatar: pictureUrl }),
      rawData: told,
    };
  },
});
