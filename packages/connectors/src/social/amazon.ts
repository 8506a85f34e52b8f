// Amazon: https://developer.amazon.com/docs/login-with-amazon/authorization-code-grant.html
import * as z from 'zod/mini';
import { brandLogos } from '../brand-logos.gen.ts';
import { type ClientConfig, clientConfig, clientFields } from './form.ts';
import { bearer, oauthConnector } from './oauth.ts';
import { askProvider } from './provider-call.ts';

const profile = z.looseObject({
  user_id: z.string().check(z.minLength(1)),
  name: z.optional(z.string()),
  email: z.optional(z.string()),
});

export const amazon = oauthConnector<ClientConfig>({
  id: 'amazon-universal',
  target: 'amazon',
  ...brandLogos.amazon,
  formItems: clientFields,
  config: clientConfig,
  authorizationEndpoint: 'https://www.amazon.com/ap/oa',
  tokenEndpoint: 'https://api.amazon.com/auth/o2/token',
  scope: 'profile',
  hasPkce: true,
  needsSession: true,
  user: async ({ issued }, _, tools) => {
    const url = 'https://api.amazon.com/user/profile';
    const refusal = 'social_invalid_access_token';
    const told = await askProvider({ url, headers: bearer(issued), answer: profile, refusal }, tools);
    const { user_id, name, email } = told;
    return {
      id: user_id,
      ...(name && { name }),
      // Amazon doesn't say whether it has verified the address.
      ...(email && { email, isEmailVerified: false }),
      rawData: told,
    };
  },
});
