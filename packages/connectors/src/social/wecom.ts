// WeCom: https://developer.work.weixin.qq.com/document/path/91335
import * as z from 'zod/mini';
import { ConnectorError, type SocialConnector } from '../connector.ts';
import { logo, optional, required, scopeField } from './form.ts';
import { answered } from './oauth.ts';
import { withQuery } from './provider-call.ts';
import { askWeixin } from './weixin-errors.ts';

const config = z.object({ corpId: required, appSecret: required, agentId: required, scope: optional });
type Config = z.output<typeof config>;

const issued = z.object({ access_token: z.string().check(z.minLength(1)) });
const text = z.optional(z.string());
const member = z.looseObject({ userid: text, openid: text });

const api = 'https://qyapi.weixin.qq.com/cgi-bin';

export const wecom: SocialConnector = {
  id: 'wecom-universal',
  type: 'Social',
  target: 'wecom',
  platform: 'Universal',
  protocol: 'oauth2',
  logo,
  formItems: [
    { key: 'corpId', type: 'Text', required: true, placeholder: 'ww…' },
    { key: 'appSecret', type: 'Text', required: true, isConfidential: true },
    { key: 'agentId', type: 'Text', required: true, placeholder: '1000002' },
    { ...scopeField, placeholder: 'snsapi_userinfo' },
  ],
  config,
  authorize: async ({ state, redirectUri, scope, userAgent = '' }, given) => {
    const settings = given as Config;
    // Inside the WeCom app, no QR code is needed.
    const page = /wxwork/i.test(userAgent)
      ? 'https://open.weixin.qq.com/connect/oauth2/authorize'
      : 'https://open.work.weixin.qq.com/wwopen/sso/qrConnect';
    const uri = withQuery(page, {
      appid: settings.corpId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: scope ?? (settings.scope || 'snsapi_userinfo'),
      state,
      agentid: settings.agentId,
    });
    return { uri: `${uri}#wechat_redirect` };
  },
  identify: async ({ data }, given, tools) => {
    const { corpId, appSecret } = given as Config;
    const code = answered(data);
    const login = { corpid: corpId, corpsecret: appSecret };
    const { access_token } = await askWeixin({ url: `${api}/gettoken`, query: login, answer: issued }, tools);
    const call = { url: `${api}/auth/getuserinfo`, query: { access_token, code } };
    const told = await askWeixin({ ...call, answer: member }, tools);
    const id = told.userid || told.openid;
    if (!id) throw new ConnectorError('invalid_response', { message: 'qyapi.weixin.qq.com: no user' });
    return { id, name: id, rawData: told };
  },
};
