// Facebook: https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow
import * as z from 'zod/mini';
import { brandLogos } from '../brand-logos.gen.ts';
import { type ClientConfig, clientConfig, clientFields } from './form.ts';
import { asTokenSet, bearer, issuedTokens, oauthConnector } from './oauth.ts';
import { askProvider } from './provider-call.ts';

const version = 'v24.0';
const graph = `https://graph.facebook.com/${version}`;

const profile = z.looseObject({
  id: z.string().check(z.minLength(1)),
  name: z.optional(z.string()),
  email: z.optional(z.string()),
  picture: z.optional(z.object({ data: z.object({ url: z.string() }) })),
});

const login = ({ clientId, clientSecret }: ClientConfig) => ({ client_id: clientId, client_secret: clientSecret });

export const facebook = oauthConnector<ClientConfig>({
  id: 'facebook-universal',
  target: 'facebook',
  ...brandLogos.facebook,
  formItems: clientFields,
  config: clientConfig,
  authorizationEndpoint: `https://www.facebook.com/${version}/dialog/oauth`,
  tokenEndpoint: `${graph}/oauth/access_token`,
  scope: 'email,public_profile',
  // https://developers.facebook.com/docs/facebook-login/guides/advanced/oidc-token
  hasPkce: true,
  hasTokens: true,
  exchange: ({ code, redirect_uri, code_verifier }, config) => ({
    method: 'GET',
    form: undefined,
    query: { ...login(config), code, redirect_uri, code_verifier },
  }),
  user: async ({ issued: short, answer: { keepsTokens } }, config, tools) => {
    const refusal = 'social_invalid_access_token';
    // Stored tokens are long-lived ones, since there are no refresh tokens.
    const longLived = () => {
      const query = { grant_type: 'fb_exchange_token', ...login(config), fb_exchange_token: short.access_token };
      return askProvider({ url: `${graph}/oauth/access_token`, query, answer: issuedTokens, refusal }, tools);
    };
    const issued = keepsTokens ? await longLived() : short;
    const query = { fields: 'id,name,email,picture' };
    const told = await askProvider(
      { url: `${graph}/me`, query, headers: bearer(issued), answer: profile, refusal },
      tools,
    );
    const { id, name, email, picture } = told;
    return {
      id,
      ...(name && { name }),
      // Facebook doesn't say whether it has verified the address.
      ...(email && { email, isEmailVerified: false }),
      ...(picture && { avatar: picture.data.url }),
      rawData: told,
      tokens: asTokenSet(issued),
    };
  },
});
