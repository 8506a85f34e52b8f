// Patreon: https://docs.patreon.com/#oauth
import * as z from 'zod/mini';
import { brandLogos } from '../brand-logos.gen.ts';
import { type ClientConfig, clientConfig, clientFields } from './form.ts';
import { bearer, oauthConnector } from './oauth.ts';
import { askProvider } from './provider-call.ts';

const text = z.optional(z.nullable(z.string()));
const profile = z.looseObject({
  data: z.looseObject({
    id: z.string().check(z.minLength(1)),
    attributes: z.looseObject({
      full_name: text,
      image_url: text,
      email: text,
      is_email_verified: z.optional(z.boolean()),
    }),
  }),
});

export const patreon = oauthConnector<ClientConfig>({
  id: 'patreon-universal',
  target: 'patreon',
  ...brandLogos.patreon,
  formItems: clientFields,
  config: clientConfig,
  authorizationEndpoint: 'https://www.patreon.com/oauth2/authorize',
  tokenEndpoint: 'https://www.patreon.com/api/oauth2/token',
  scope: 'identity identity[email]',
  hasBasicLogin: true,
  needsSession: true,
  missingCode: 'authorization_failed',
  user: async ({ issued }, _, tools) => {
    const url = 'https://www.patreon.com/api/oauth2/api/current_user';
    const refusal = 'social_invalid_access_token';
    const told = await askProvider({ url, headers: bearer(issued), answer: profile, refusal }, tools);
    const { id, attributes } = told.data;
    const { full_name, image_url, email, is_email_verified = false } = attributes;
    return {
      id,
      ...(full_name && { name: full_name }),
      ...(image_url && { avatar: image_url }),
      ...(email && { email, isEmailVerified: is_email_verified }),
      rawData: told,
    };
  },
});
