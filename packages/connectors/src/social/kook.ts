// KOOK: https://developer.kookapp.cn/doc/oauth2
import * as z from 'zod/mini';
import { type ClientConfig, clientConfig, clientFields, logo } from './form.ts';
import { bearer, oauthConnector } from './oauth.ts';
import { askProvider } from './provider-call.ts';

const profile = z.object({
  data: z.looseObject({
    id: z.string().check(z.minLength(1)),
    username: z.optional(z.string()),
    avatar: z.optional(z.nullable(z.string())),
  }),
});

export const kook = oauthConnector<ClientConfig>({
  id: 'kook-universal',
  target: 'kook',
  logo,
  formItems: clientFields,
  config: clientConfig,
  authorizationEndpoint: 'https://www.kookapp.cn/app/oauth2/authorize',
  tokenEndpoint: 'https://www.kookapp.cn/api/oauth2/token',
  scope: 'get_user_info',
  user: async ({ issued }, _, tools) => {
    const url = 'https://www.kookapp.cn/api/v3/user/me';
    const refusal = 'social_invalid_access_token';
    const { data } = await askProvider({ url, headers: bearer(issued), answer: profile, refusal }, tools);
    const { id, username, avatar } = data;
    return { id, ...(username && { name: username }), ...(avatar && { avatar }), rawData: data };
  },
});
