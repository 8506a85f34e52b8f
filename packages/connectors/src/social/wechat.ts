// WeChat on the web and in apps, which share their users.
// https://developers.weixin.qq.com/doc/oplatform/en/Website_App/WeChat_Login/Wechat_Login.html
import * as z from 'zod/mini';
import { brandLogos } from '../brand-logos.gen.ts';
import type { SocialConnector } from '../connector.ts';
import { optional, required, scopeField } from './form.ts';
import { answered } from './oauth.ts';
import { withQuery } from './provider-call.ts';
import { askWeixin } from './weixin-errors.ts';

const webConfig = z.object({ appId: required, appSecret: required, scope: optional });
type WebConfig = z.output<typeof webConfig>;
const nativeConfig = z.object({ appId: required, appSecret: required, universalLinks: optional });
type NativeConfig = z.output<typeof nativeConfig>;

const issued = z.object({ access_token: z.string().check(z.minLength(1)), openid: z.string().check(z.minLength(1)) });
const text = z.optional(z.string());
const profile = z.looseObject({ unionid: text, nickname: text, headimgurl: text });

const api = 'https://api.weixin.qq.com/sns';
const appFields = [
  { key: 'appId', type: 'Text', required: true, placeholder: 'wx…' },
  { key: 'appSecret', type: 'Text', required: true, isConfidential: true },
] as const;

const identify: SocialConnector['identify'] = async ({ data }, given, tools) => {
  const { appId: appid, appSecret: secret } = given as WebConfig | NativeConfig;
  const exchange = {
    url: `${api}/oauth2/access_token`,
    query: { appid, secret, code: answered(data), grant_type: 'authorization_code' },
  };
  const { access_token, openid } = await askWeixin({ ...exchange, answer: issued }, tools);
  const told = await askWeixin({ url: `${api}/userinfo`, query: { access_token, openid }, answer: profile }, tools);
  const { unionid, nickname, headimgurl } = told;
  return {
    id: unionid || openid,
    ...(nickname && { name: nickname }),
    ...(headimgurl && { avatar: headimgurl }),
    rawData: told,
  };
};

export const wechatWeb: SocialConnector = {
  id: 'wechat-web',
  type: 'Social',
  target: 'wechat',
  platform: 'Web',
  protocol: 'oauth2',
  ...brandLogos.wechat,
  formItems: [...appFields, { ...scopeField, placeholder: 'snsapi_login' }],
  config: webConfig,
  authorize: async ({ state, redirectUri, scope }, given) => {
    const config = given as WebConfig;
    const uri = withQuery('https://open.weixin.qq.com/connect/qrconnect', {
      appid: config.appId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: scope ?? (config.scope || 'snsapi_login'),
      state,
    });
    return { uri };
  },
  identify,
};

export const wechatNative: SocialConnector = {
  id: 'wechat-native',
  type: 'Social',
  target: 'wechat',
  platform: 'Native',
  protocol: 'oauth2',
  ...brandLogos.wechat,
  formItems: [...appFields, { key: 'universalLinks', type: 'Text', placeholder: 'https://example.com/app/' }],
  config: nativeConfig,
  authorize: async ({ state }, given) => {
    const { appId, universalLinks } = given as NativeConfig;
    const parameters = { app_id: appId, state, universal_link: universalLinks || undefined };
    return { uri: withQuery('wechat://', parameters) };
  },
  identify,
};
