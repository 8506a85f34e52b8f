// WeCom: https://developer.work.weixin.qq.com/document/path/91335
// The application's token has to be kept, and replaced when it is refused before it expires:
// https://developer.work.weixin.qq.com/document/path/91039
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { ConnectorError, type ConnectorTools, type SocialConnector } from '../connector.ts';
import { logo, optional, required, scopeField } from './form.ts';
import { answered } from './oauth.ts';
import { withQuery } from './provider-call.ts';
import { askWeixin } from './weixin-errors.ts';

const config = z.object({ corpId: required, appSecret: required, agentId: required, scope: optional });
type Config = z.output<typeof config>;

const issued = z.object({
  access_token: z.string().check(z.minLength(1), z.maxLength(2048)),
  expires_in: z.catch(z.number(), 0),
});
const text = z.optional(z.string());
const member = z.looseObject({ userid: text, openid: text });

const api = 'https://qyapi.weixin.qq.com/cgi-bin';

type Login = { corpid: string; corpsecret: string };

const withToken = async <T>(query: Login, tools: ConnectorTools, ask: (token: string) => Promise<T>): Promise<T> => {
  const key = createHash('sha256').update(JSON.stringify(query)).digest('base64url');
  const load = async () => {
    const { access_token, expires_in } = await askWeixin({ url: `${api}/gettoken`, query, answer: issued }, tools);
    return { token: access_token, expiresIn: expires_in };
  };
  const token = await tools.applicationTokens(key, load);
  return ask(token).catch(async (error: unknown) => {
    if (!(error instanceof ConnectorError) || error.code !== 'social_invalid_access_token') throw error;
    return ask(await tools.applicationTokens(key, load, token));
  });
};

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
    const told = await withToken({ corpid: corpId, corpsecret: appSecret }, tools, (access_token) =>
      askWeixin({ url: `${api}/auth/getuserinfo`, query: { access_token, code }, answer: member }, tools),
    );
    const id = told.userid || told.openid;
    if (!id) throw new ConnectorError('invalid_response', { message: 'qyapi.weixin.qq.com: no user' });
    return { id, name: id, rawData: told };
  },
};
