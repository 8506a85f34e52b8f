// DingTalk: https://open.dingtalk.com/document/orgapp/tutorial-obtaining-user-personal-information
import * as z from 'zod/mini';
import { brandLogos } from '../brand-logos.gen.ts';
import type { SocialConnector } from '../connector.ts';
import { type ClientConfig, clientConfig, clientIdField, clientSecretField, scopeField } from './form.ts';
import { answered } from './oauth.ts';
import { askProvider, withQuery } from './provider-call.ts';

const issued = z.object({ accessToken: z.string().check(z.minLength(1)) });
const text = z.optional(z.string());
const profile = z.looseObject({
  unionId: z.string().check(z.minLength(1)),
  nick: text,
  avatarUrl: text,
  email: text,
  mobile: text,
  stateCode: text,
});

const api = 'https://api.dingtalk.com/v1.0';

export const dingtalk: SocialConnector = {
  id: 'dingtalk-web',
  type: 'Social',
  target: 'dingtalk',
  platform: 'Web',
  protocol: 'oauth2',
  ...brandLogos.dingtalk,
  formItems: [clientIdField, clientSecretField, { ...scopeField, placeholder: 'openid' }],
  config: clientConfig,
  authorize: async ({ state, redirectUri, scope }, given) => {
    const config = given as ClientConfig;
    const uri = withQuery('https://login.dingtalk.com/oauth2/auth', {
      client_id: config.clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: scope ?? (config.scope || 'openid'),
      state,
      prompt: 'consent',
    });
    return { uri };
  },
  identify: async ({ data }, given, tools) => {
    const { clientId, clientSecret } = given as ClientConfig;
    // Current versions call it `authCode`.
    const code = answered(data, data.code === undefined && data.authCode !== undefined ? 'authCode' : 'code');
    const { accessToken } = await askProvider(
      {
        url: `${api}/oauth2/userAccessToken`,
        json: { clientId, clientSecret, code, grantType: 'authorization_code' },
        answer: issued,
        refusal: 'social_auth_code_invalid',
      },
      tools,
    );
    const told = await askProvider(
      {
        url: `${api}/contact/users/me`,
        headers: { 'x-acs-dingtalk-access-token': accessToken },
        answer: profile,
        refusal: 'social_invalid_access_token',
      },
      tools,
    );
    const { unionId, nick, avatarUrl, email, mobile, stateCode } = told;
    return {
      id: unionId,
      ...(nick && { name: nick }),
      ...(avatarUrl && { avatar: avatarUrl }),
      // The organization enters both.
      ...(email && { email, isEmailVerified: false }),
      ...(mobile && stateCode && { phone: `${stateCode}${mobile}`, isPhoneVerified: false }),
      rawData: told,
    };
  },
};
