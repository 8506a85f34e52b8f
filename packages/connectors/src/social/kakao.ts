// Kakao: https://developers.kakao.com/docs/latest/en/kakaologin/rest-api
import * as z from 'zod/mini';
import { brandLogos } from '../brand-logos.gen.ts';
import { clientIdField, clientSecretField, optional, required } from './form.ts';
import { bearer, oauthConnector } from './oauth.ts';
import { askProvider } from './provider-call.ts';

const config = z.object({ clientId: required, clientSecret: optional });
type Config = z.output<typeof config>;

const flag = z.optional(z.boolean());
const profile = z.looseObject({
  id: z.number(),
  kakao_account: z.optional(
    z.looseObject({
      email: z.optional(z.string()),
      is_email_valid: flag,
      is_email_verified: flag,
      profile: z.optional(
        z.looseObject({
          nickname: z.optional(z.string()),
          profile_image_url: z.optional(z.string()),
          is_default_image: flag,
        }),
      ),
    }),
  ),
});

export const kakao = oauthConnector<Config>({
  id: 'kakao-universal',
  target: 'kakao',
  ...brandLogos.kakao,
  formItems: [clientIdField, { ...clientSecretField, required: false }],
  config,
  authorizationEndpoint: 'https://kauth.kakao.com/oauth/authorize',
  tokenEndpoint: 'https://kauth.kakao.com/oauth/token',
  scope: undefined,
  user: async ({ issued }, _, tools) => {
    const call = { url: 'https://kapi.kakao.com/v2/user/me', form: {}, headers: bearer(issued) };
    const told = await askProvider({ ...call, answer: profile, refusal: 'social_invalid_access_token' }, tools);
    const { id, kakao_account: account } = told;
    const { nickname, profile_image_url, is_default_image } = account?.profile ?? {};
    // Valid: not taken over by another Kakao account since it was verified.
    const isEmailVerified = account?.is_email_valid === true && account.is_email_verified === true;
    return {
      id: String(id),
      ...(nickname && { name: nickname }),
      ...(profile_image_url && !is_default_image && { avatar: profile_image_url }),
      ...(account?.email && { email: account.email, isEmailVerified }),
      rawData: told,
    };
  },
});
