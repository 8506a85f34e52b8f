// Naver: https://developers.naver.com/docs/login/api/api.md
import * as z from 'zod/mini';
import { brandLogos } from '../brand-logos.gen.ts';
import { clientConfig, clientIdField, clientSecretField } from './form.ts';
import { bearer, oauthConnector } from './oauth.ts';
import { askProvider } from './provider-call.ts';

const config = z.omit(clientConfig, { scope: true });
type Config = z.output<typeof config>;

const text = z.optional(z.string());
const profile = z.looseObject({
  response: z.looseObject({ id: z.string().check(z.minLength(1)), nickname: text, profile_image: text, email: text }),
});

export const naver = oauthConnector<Config>({
  id: 'naver-universal',
  target: 'naver',
  ...brandLogos.naver,
  formItems: [clientIdField, clientSecretField],
  config,
  authorizationEndpoint: 'https://nid.naver.com/oauth2.0/authorize',
  tokenEndpoint: 'https://nid.naver.com/oauth2.0/token',
  scope: undefined,
  exchange: (grant, { clientId: client_id, clientSecret: client_secret }, { data }) => ({
    form: { ...grant, client_id, client_secret, state: typeof data.state === 'string' ? data.state : undefined },
  }),
  user: async ({ issued }, _, tools) => {
    const call = { url: 'https://openapi.naver.com/v1/nid/me', method: 'POST' as const, headers: bearer(issued) };
    const told = await askProvider({ ...call, answer: profile, refusal: 'social_invalid_access_token' }, tools);
    const { id, nickname, profile_image, email } = told.response;
    return {
      id,
      ...(nickname && { name: nickname }),
      ...(profile_image && { avatar: profile_image }),
      // Users can enter a contact address, and Naver doesn't say whether it is verified.
      ...(email && { email, isEmailVerified: false }),
      rawData: told,
    };
  },
});
