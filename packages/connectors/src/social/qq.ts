// QQ: https://wiki.connect.qq.com/oauth2-0%e5%bc%80%e5%8f%91%e6%96%87%e6%a1%a3
import * as z from 'zod/mini';
import { brandLogos } from '../brand-logos.gen.ts';
import { ConnectorError } from '../connector.ts';
import { clientConfig, clientIdField, clientSecretField, optional, scopeField } from './form.ts';
import { oauthConnector } from './oauth.ts';
import { askProvider } from './provider-call.ts';

const config = z.extend(clientConfig, { redirectUri: optional });
type Config = z.output<typeof config>;

const identity = z.object({ openid: z.string().check(z.minLength(1)), unionid: z.string().check(z.minLength(1)) });
const text = z.optional(z.string());
const profile = z.looseObject({
  ret: z.number(),
  msg: text,
  nickname: text,
  figureurl_qq_1: text,
  figureurl_qq_2: text,
});

/** Some responses are wrapped in a call of `callback`. */
const read = (body: string): unknown => JSON.parse(body.replace(/^\s*callback\(([\s\S]*)\);?\s*$/, '$1'));

const api = 'https://graph.qq.com';
const refusal = 'social_invalid_access_token';

export const qq = oauthConnector<Config>({
  id: 'qq-universal',
  target: 'qq',
  ...brandLogos.qq,
  formItems: [clientIdField, clientSecretField, { ...scopeField, placeholder: 'get_user_info,get_unionId' }],
  config,
  authorizationEndpoint: `${api}/oauth2.0/authorize`,
  tokenEndpoint: `${api}/oauth2.0/token`,
  scope: 'get_user_info',
  exchange: (grant, { clientId: client_id, clientSecret: client_secret }) => ({
    form: undefined,
    query: { ...grant, client_id, client_secret, fmt: 'json' },
    read,
  }),
  user: async ({ issued: { access_token } }, { clientId }, tools) => {
    const me = { url: `${api}/oauth2.0/me`, query: { access_token, fmt: 'json', unionid: '1' } };
    const { openid, unionid } = await askProvider({ ...me, answer: identity, refusal, read }, tools);
    const info = { url: `${api}/user/get_user_info`, query: { access_token, oauth_consumer_key: clientId, openid } };
    const told = await askProvider({ ...info, answer: profile, refusal }, tools);
    const { ret, msg, nickname, figureurl_qq_1, figureurl_qq_2 } = told;
    if (ret !== 0) throw new ConnectorError('general', { message: `graph.qq.com: ${ret} ${msg ?? ''}` });
    const avatar = figureurl_qq_2 || figureurl_qq_1;
    return { id: unionid, ...(nickname && { name: nickname }), ...(avatar && { avatar }), rawData: told };
  },
});
