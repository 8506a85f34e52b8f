// Alipay on the web and in apps, which share their users: https://opendocs.alipay.com/open/263/105809
import * as z from 'zod/mini';
import { brandLogos } from '../brand-logos.gen.ts';
import { ConnectorError, type ConnectorProblem, type ConnectorTools, type SocialConnector } from '../connector.ts';
import { type AlipayParameters, chinaTime, privateKey, signed } from './alipay-signature.ts';
import { optional, required, scopeField } from './form.ts';
import { answered } from './oauth.ts';
import { askProvider, withQuery } from './provider-call.ts';

const signType = z._default(z.enum(['RSA', 'RSA2']), 'RSA2');
const nativeConfig = z.object({ appId: required.check(z.maxLength(16)), privateKey, signType });
const webConfig = z.object({
  appId: required,
  privateKey,
  signType,
  charset: z._default(z.enum(['gbk', 'utf8']), 'utf8'),
  scope: optional,
});
type NativeConfig = z.output<typeof nativeConfig>;
type WebConfig = z.output<typeof webConfig>;

const text = z.optional(z.string());
const failure = z.object({ code: text, msg: text, sub_code: text, sub_msg: text });
const tokenAnswer = z.object({
  alipay_system_oauth_token_response: z.optional(z.object({ access_token: z.string().check(z.minLength(1)) })),
  error_response: z.optional(failure),
});
const userAnswer = z.object({
  alipay_user_info_share_response: z.optional(
    z.looseObject({ ...failure.shape, user_id: text, nick_name: text, avatar: text }),
  ),
  error_response: z.optional(failure),
});

const refused = (code: ConnectorProblem, { code: number, msg, sub_code, sub_msg }: z.output<typeof failure>) => {
  const parts = [number, sub_code, sub_msg ?? msg].filter(Boolean);
  return new ConnectorError(code, { message: `openapi.alipay.com: ${parts.join(' ')}` });
};

const ask = <T extends z.ZodMiniType>(
  config: NativeConfig | WebConfig,
  parameters: AlipayParameters,
  answer: T,
  tools: ConnectorTools,
): Promise<z.output<T>> => {
  const charset = 'charset' in config ? config.charset : 'utf8';
  const common = {
    app_id: config.appId,
    charset,
    format: 'JSON',
    timestamp: chinaTime(tools.now()),
    version: '1.0',
    scope: 'scope' in config ? config.scope || undefined : undefined,
  };
  const query = signed({ ...common, ...parameters }, config.privateKey, config.signType);
  const url = 'https://openapi.alipay.com/gateway.do';
  const decoder = charset === 'gbk' ? 'gbk' : 'utf-8';
  return askProvider({ url, method: 'POST', query, answer, refusal: 'general', charset: decoder }, tools);
};

const problemOf = ({ code, sub_code }: z.output<typeof failure>): ConnectorProblem => {
  if (code === '20001') return 'social_invalid_access_token';
  return sub_code === 'isv.code-invalid' ? 'social_auth_code_invalid' : 'general';
};

const identify: SocialConnector['identify'] = async ({ data }, given, tools) => {
  const config = given as NativeConfig | WebConfig;
  const code = answered(data, 'auth_code');
  const grant = { method: 'alipay.system.oauth.token', grant_type: 'authorization_code', code };
  const { alipay_system_oauth_token_response: issued, error_response: error } = await ask(
    config,
    grant,
    tokenAnswer,
    tools,
  );
  if (!issued) throw refused('social_auth_code_invalid', error ?? {});
  const question = { method: 'alipay.user.info.share', auth_token: issued.access_token, biz_content: '{}' };
  const answer = await ask(config, question, userAnswer, tools);
  const user = answer.alipay_user_info_share_response;
  const failed = answer.error_response ?? (user?.sub_code || user?.code === '20001' ? user : undefined);
  if (failed) throw refused(problemOf(failed), failed);
  if (!user?.user_id) throw new ConnectorError('invalid_response', { message: 'openapi.alipay.com: no user' });
  const { user_id, nick_name, avatar } = user;
  return { id: user_id, ...(nick_name && { name: nick_name }), ...(avatar && { avatar }), rawData: user };
};

const appFields = [
  { key: 'appId', type: 'Text', required: true },
  { key: 'privateKey', type: 'MultilineText', required: true, isConfidential: true },
  {
    key: 'signType',
    type: 'Select',
    defaultValue: 'RSA2',
    selectItems: [
      { title: 'RSA-SHA1', value: 'RSA' },
      { title: 'RSA-SHA256', value: 'RSA2' },
    ],
  },
] satisfies SocialConnector['formItems'];

export const alipayWeb: SocialConnector = {
  id: 'alipay-web',
  type: 'Social',
  target: 'alipay',
  platform: 'Web',
  protocol: 'oauth2',
  ...brandLogos.alipay,
  formItems: [
    ...appFields,
    {
      key: 'charset',
      type: 'Select',
      defaultValue: 'utf8',
      selectItems: [
        { title: 'gbk', value: 'gbk' },
        { title: 'utf8', value: 'utf8' },
      ],
    },
    { ...scopeField, type: 'Text', placeholder: 'auth_user' },
  ],
  config: webConfig,
  authorize: async ({ state, redirectUri, scope }, given) => {
    const config = given as WebConfig;
    const uri = withQuery('https://openauth.alipay.com/oauth2/publicAppAuthorize.htm', {
      app_id: config.appId,
      redirect_uri: redirectUri,
      scope: scope ?? (config.scope || 'auth_user'),
      state,
    });
    return { uri };
  },
  identify,
};

export const alipayNative: SocialConnector = {
  id: 'alipay-native',
  type: 'Social',
  target: 'alipay',
  platform: 'Native',
  protocol: 'oauth2',
  ...brandLogos.alipay,
  formItems: appFields,
  config: nativeConfig,
  authorize: async ({ state }, given) => {
    return { uri: withQuery('alipay://', { app_id: (given as NativeConfig).appId, state }) };
  },
  identify,
};
