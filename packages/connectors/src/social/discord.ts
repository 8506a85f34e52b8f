// Discord: https://discord.com/developers/docs/topics/oauth2
import * as z from 'zod/mini';
import { brandLogos } from '../brand-logos.gen.ts';
import { type ClientConfig, clientConfig, clientFields } from './form.ts';
import { bearer, oauthConnector } from './oauth.ts';
import { askProvider } from './provider-call.ts';

const profile = z.looseObject({
  id: z.string().check(z.minLength(1)),
  username: z.optional(z.string()),
  avatar: z.optional(z.nullable(z.string())),
  email: z.optional(z.nullable(z.string())),
  verified: z.optional(z.boolean()),
});

export const discord = oauthConnector<ClientConfig>({
  id: 'discord-universal',
  target: 'discord',
  ...brandLogos.discord,
  formItems: clientFields,
  config: clientConfig,
  authorizationEndpoint: 'https://discord.com/oauth2/authorize',
  tokenEndpoint: 'https://discord.com/api/v10/oauth2/token',
  scope: 'identify email',
  hasPkce: true,
  user: async ({ issued }, _, tools) => {
    const url = 'https://discord.com/api/v10/users/@me';
    const refusal = 'social_invalid_access_token';
    const told = await askProvider({ url, headers: bearer(issued), answer: profile, refusal }, tools);
    const { id, username, avatar, email, verified = false } = told;
    return {
      id,
      ...(username && { name: username }),
      ...(avatar && { avatar: `https://cdn.discordapp.com/avatars/${id}/${avatar}.png` }),
      ...(email && { email, isEmailVerified: verified }),
      rawData: told,
    };
  },
});
