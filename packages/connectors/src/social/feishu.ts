// Feishu: https://open.feishu.cn/document/common-capabilities/sso/web-application-sso/web-app-overview
import * as z from 'zod/mini';
import type { SocialConnector } from '../connector.ts';
import { logo, required } from './form.ts';
import { answered, bearer, issuedTokens } from './oauth.ts';
import { askProvider, withQuery } from './provider-call.ts';

const config = z.object({ appId: required, appSecret: required });
type Config = z.output<typeof config>;

const text = z.optional(z.string());
const profile = z.looseObject({
  sub: z.string().check(z.minLength(1)),
  name: text,
  avatar_url: text,
  email: text,
  mobile: text,
});

const passport = 'https://passport.feishu.cn/suite/passport/oauth';

export const feishu: SocialConnector = {
  id: 'feishu-web',
  type: 'Social',
  target: 'feishu',
  platform: 'Web',
  protocol: 'oauth2',
  logo,
  formItems: [
    { key: 'appId', type: 'Text', required: true, placeholder: 'cli_…' },
    { key: 'appSecret', type: 'Text', required: true, isConfidential: true },
  ],
  config,
  authorize: async ({ state, redirectUri }, given) => {
    const { appId } = given as Config;
    const request = { client_id: appId, redirect_uri: redirectUri, response_type: 'code', state };
    return { uri: withQuery(`${passport}/authorize`, request) };
  },
  identify: async ({ data, redirectUri }, given, tools) => {
    const { appId, appSecret } = given as Config;
    const form = {
      grant_type: 'authorization_code',
      code: answered(data),
      client_id: appId,
      client_secret: appSecret,
      redirect_uri: redirectUri,
    };
    const issued = await askProvider(
      { url: `${passport}/token`, form, answer: issuedTokens, refusal: 'social_auth_code_invalid' },
      tools,
    );
    const call = { url: `${passport}/userinfo`, headers: bearer(issued) };
    const told = await askProvider({ ...call, answer: profile, refusal: 'social_invalid_access_token' }, tools);
    const { sub, name, avatar_url, email, mobile } = told;
    return {
      id: sub,
      ...(name && { name }),
      ...(avatar_url && { avatar: avatar_url }),
      // The organization enters both.
      ...(email && { email, isEmailVerified: false }),
      ...(mobile && { phone: mobile, isPhoneVerified: false }),
      rawData: told,
    };
  },
};
