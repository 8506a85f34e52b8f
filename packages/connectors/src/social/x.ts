// X: https://docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code
import * as z from 'zod/mini';
import { brandLogos } from '../brand-logos.gen.ts';
import { type ClientConfig, clientConfig, clientFields } from './form.ts';
import { bearer, oauthConnector } from './oauth.ts';
import { askProvider } from './provider-call.ts';

const profile = z.object({
  data: z.looseObject({
    id: z.string().check(z.minLength(1)),
    name: z.optional(z.string()),
    profile_image_url: z.optional(z.string()),
    confirmed_email: z.optional(z.string()),
  }),
});

export const x = oauthConnector<ClientConfig>({
  id: 'x-universal',
  target: 'x',
  ...brandLogos.x,
  formItems: clientFields,
  config: clientConfig,
  authorizationEndpoint: 'https://twitter.com/i/oauth2/authorize',
  tokenEndpoint: 'https://api.twitter.com/2/oauth2/token',
  scope: 'tweet.read users.read',
  hasPkce: true,
  needsSession: true,
  hasBasicLogin: true,
  exchange: (grant, { clientId }) => ({ form: { ...grant, client_id: clientId } }),
  user: async ({ issued }, _, tools) => {
    // Refused without the scope.
    const hasEmail = issued.scope?.split(' ').includes('users.email');
    const fields = ['profile_image_url', ...(hasEmail ? ['confirmed_email'] : [])];
    const call = { url: 'https://api.twitter.com/2/users/me', query: { 'user.fields': fields.join(',') } };
    const refusal = 'social_invalid_access_token';
    const told = await askProvider({ ...call, headers: bearer(issued), answer: profile, refusal }, tools);
    const { id, name, profile_image_url, confirmed_email } = told.data;
    return {
      id,
      ...(name && { name }),
      ...(profile_image_url && { avatar: profile_image_url }),
      ...(confirmed_email && { email: confirmed_email, isEmailVerified: true }),
      rawData: told,
    };
  },
});
