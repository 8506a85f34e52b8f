// GitHub: https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps
import * as z from 'zod/mini';
import { brandLogos } from '../brand-logos.gen.ts';
import { type ClientConfig, clientConfig, clientFields } from './form.ts';
import { bearer, oauthConnector } from './oauth.ts';
import { askProvider } from './provider-call.ts';

const profile = z.looseObject({
  id: z.number(),
  name: z.optional(z.nullable(z.string())),
  email: z.optional(z.nullable(z.string())),
  avatar_url: z.optional(z.nullable(z.string())),
});
const addresses = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

export const github = oauthConnector<ClientConfig>({
  id: 'github-universal',
  target: 'github',
  ...brandLogos.github,
  formItems: clientFields,
  config: clientConfig,
  authorizationEndpoint: 'https://github.com/login/oauth/authorize',
  tokenEndpoint: 'https://github.com/login/oauth/access_token',
  scope: 'read:user user:email',
  hasPkce: true,
  hasTokens: true,
  user: async ({ issued }, _, tools) => {
    const headers = bearer(issued);
    const refusal = 'social_invalid_access_token';
    const [told, emails] = await Promise.all([
      askProvider({ url: 'https://api.github.com/user', headers, answer: profile, refusal }, tools),
      // Missing without the scope `user:email`.
      askProvider({ url: 'https://api.github.com/user/emails', headers, answer: addresses, refusal }, tools).catch(
        () => [],
      ),
    ]);
    const verified = emails.filter((one) => one.verified);
    const { id, name, avatar_url } = told;
    const own = verified.find(({ email }) => email === told.email) ?? verified.find(({ primary }) => primary);
    const email = own?.email ?? told.email;
    return {
      id: String(id),
      ...(name && { name }),
      ...(avatar_url && { avatar: avatar_url }),
      ...(email && { email, isEmailVerified: own !== undefined }),
      rawData: { userInfo: told, userEmails: emails },
    };
  },
});
