// Providers that deviate from OAuth 2, most of them in China and Korea.
import { createVerify, generateKeyPairSync } from 'node:crypto';
import type { ProviderRequest } from '../harness/providers.ts';
import { clientId, clientSecret, type Grant, grantWithClient, type OAuthCase } from './oauth-counterpart.ts';

const config = { clientId, clientSecret };
const app = { appId: clientId, appSecret: clientSecret };
const client = { response_type: 'code', client_id: clientId };

const weixinToken = {
  url: 'https://api.weixin.qq.com/sns/oauth2/access_token',
  method: 'GET',
  contentType: 'query',
  parameters: ({ code }: Grant) => ({
    appid: clientId,
    secret: clientSecret,
    code,
    grant_type: 'authorization_code',
  }),
  answer: ({ accessToken }: Grant) => ({
    body: { access_token: accessToken, expires_in: 7200, openid: 'openid-1', scope: 'snsapi_login' },
  }),
  refusal: { body: { errcode: 40029, errmsg: 'invalid code' } },
} as const;
const weixinProfile = (unionid: string) => ({
  url: 'https://api.weixin.qq.com/sns/userinfo',
  query: ({ accessToken }: Grant) => ({ access_token: accessToken, openid: 'openid-1' }),
  answer: { openid: 'openid-1', unionid, nickname: '小明', headimgurl: 'https://thirdwx.qlogo.example/1' },
});

const alipayKeys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const alipayConfig = {
  appId: '2014072300007148',
  privateKey: String(alipayKeys.privateKey.export({ type: 'pkcs8', format: 'pem' })),
};

/** As https://opendocs.alipay.com/common/02mse3 describes it, independently of the connector. */
const isSigned = ({ url, method }: ProviderRequest, algorithm: string): boolean => {
  const { sign = '', ...rest } = Object.fromEntries(url.searchParams);
  const names = Object.keys(rest).sort();
  const text = names.map((name) => `${name}=${rest[name]}`).join('&');
  const isFresh = Math.abs(Date.now() - Date.parse(`${rest.timestamp?.replace(' ', 'T')}+08:00`)) < 300_000;
  const isComplete = ['app_id', 'charset', 'method', 'sign_type', 'timestamp', 'version'].every((name) => rest[name]);
  const isValid = createVerify(algorithm).update(text).verify(alipayKeys.publicKey, sign, 'base64');
  return method === 'POST' && isFresh && isComplete && isValid && rest.app_id === alipayConfig.appId;
};
const alipay = (algorithm: string, user: object): Pick<OAuthCase, 'codeName' | 'token' | 'profile'> => ({
  codeName: 'auth_code',
  token: {
    url: 'https://openapi.alipay.com/gateway.do',
    contentType: 'query',
    parameters: () => ({}),
    accepts: (request) =>
      isSigned(request, algorithm) && request.url.searchParams.get('method') === 'alipay.system.oauth.token',
    answer: ({ accessToken }) => ({
      body: {
        alipay_system_oauth_token_response: { user_id: '2088', access_token: accessToken, expires_in: 3600 },
        sign: 'of Alipay',
      },
    }),
    refusal: {
      body: { error_response: { code: '40002', msg: 'Invalid Arguments', sub_code: 'isv.code-invalid' }, sign: '' },
    },
  },
  profile: [
    {
      url: 'https://openapi.alipay.com/gateway.do',
      method: 'POST',
      headers: () => ({}),
      accepts: (request) =>
        isSigned(request, algorithm) && request.url.searchParams.get('method') === 'alipay.user.info.share',
      answer: { alipay_user_info_share_response: { code: '10000', msg: 'Success', ...user }, sign: 'of Alipay' },
    },
  ],
});

export const furtherCases: OAuthCase[] = [
  {
    connectorId: 'kakao-universal',
    docs: 'https://developers.kakao.com/docs/latest/en/kakaologin/rest-api',
    config,
    authorization: { url: 'https://kauth.kakao.com/oauth/authorize', query: client },
    token: {
      url: 'https://kauth.kakao.com/oauth/token',
      parameters: grantWithClient,
      refusal: { status: 400, body: { error: 'invalid_grant', error_code: 'KOE320' } },
    },
    profile: [
      {
        url: 'https://kapi.kakao.com/v2/user/me',
        method: 'POST',
        answer: {
          id: 1_234_567,
          kakao_account: {
            email: 'ryan@kakao.example',
            is_email_valid: true,
            is_email_verified: true,
            profile: {
              nickname: 'Ryan',
              profile_image_url: 'https://k.kakaocdn.example/r.jpg',
              is_default_image: false,
            },
          },
        },
      },
    ],
    declined: { error: 'access_denied', error_description: 'User denied access' },
    user: { id: '1234567', name: 'Ryan', avatar: 'https://k.kakaocdn.example/r.jpg', email: 'ryan@kakao.example' },
  },
  {
    connectorId: 'naver-universal',
    docs: 'https://developers.naver.com/docs/login/api/api.md',
    config,
    authorization: { url: 'https://nid.naver.com/oauth2.0/authorize', query: client },
    token: {
      url: 'https://nid.naver.com/oauth2.0/token',
      parameters: (grant) => ({ ...grantWithClient(grant), state: grant.state }),
      refusal: { body: { error: 'invalid_request', error_description: 'no valid data in session' } },
    },
    profile: [
      {
        url: 'https://openapi.naver.com/v1/nid/me',
        method: 'POST',
        answer: {
          resultcode: '00',
          message: 'success',
          response: {
            id: '32742776',
            nickname: 'OpenAPI',
            email: 'open@naver.example',
            profile_image: 'https://n.example/i',
          },
        },
      },
    ],
    declined: { error: 'access_denied', error_description: 'Canceled By User' },
    unverifiedEmail: 'open@naver.example',
    user: { id: '32742776', name: 'OpenAPI', avatar: 'https://n.example/i', email: null },
  },
  {
    connectorId: 'kook-universal',
    docs: 'https://developer.kookapp.cn/doc/oauth2',
    config,
    authorization: {
      url: 'https://www.kookapp.cn/app/oauth2/authorize',
      query: { ...client, scope: 'get_user_info' },
    },
    token: {
      url: 'https://www.kookapp.cn/api/oauth2/token',
      parameters: grantWithClient,
      refusal: { status: 400, body: { error: 'invalid_grant' } },
    },
    profile: [
      {
        url: 'https://www.kookapp.cn/api/v3/user/me',
        answer: {
          code: 0,
          message: '',
          data: { id: '364862', username: 'KOOK', avatar: 'https://img.kook.example/1', banner: null },
        },
      },
    ],
    declined: { error: 'access_denied' },
    user: { id: '364862', name: 'KOOK', avatar: 'https://img.kook.example/1', email: null },
  },
  {
    connectorId: 'xiaomi-universal',
    docs: 'https://dev.mi.com/console/doc/detail?pId=711',
    config: { ...config, skipConfirm: true },
    authorization: {
      url: 'https://account.xiaomi.com/oauth2/authorize',
      query: { ...client, scope: '1', skip_confirm: 'true' },
    },
    token: {
      url: 'https://account.xiaomi.com/oauth2/token',
      parameters: grantWithClient,
      answer: ({ accessToken }) => ({
        body: `&&&START&&&${JSON.stringify({ access_token: accessToken, expires_in: 7_776_000, openId: '2.0' })}`,
      }),
      refusal: { body: '&&&START&&&{"error":96013,"error_description":"invalid code"}' },
    },
    profile: [
      {
        url: 'https://open.account.xiaomi.com/user/profile',
        query: ({ accessToken }) => ({ clientId, token: accessToken }),
        answer: {
          result: 'ok',
          code: 0,
          data: { unionId: 'ua-1', miliaoNick: 'Mi', miliaoIcon: 'https://s1.mi.example/i.jpg' },
        },
      },
    ],
    declined: { error: 'access_denied' },
    user: { id: 'ua-1', name: 'Mi', avatar: 'https://s1.mi.example/i.jpg', email: null },
  },
  {
    connectorId: 'qq-universal',
    docs: 'https://wiki.connect.qq.com/',
    config,
    authorization: {
      url: 'https://graph.qq.com/oauth2.0/authorize',
      query: { ...client, scope: 'get_user_info' },
    },
    token: {
      url: 'https://graph.qq.com/oauth2.0/token',
      method: 'GET',
      contentType: 'query',
      parameters: (grant) => ({ ...grantWithClient(grant), fmt: 'json' }),
      answer: ({ accessToken }) => ({ body: { access_token: accessToken, expires_in: '7776000' } }),
      refusal: { body: 'callback( {"error":100020,"error_description":"code is reused error"} );' },
    },
    profile: [
      {
        url: 'https://graph.qq.com/oauth2.0/me',
        query: ({ accessToken }) => ({ access_token: accessToken, fmt: 'json', unionid: '1' }),
        answer: () => ({ body: `callback( {"client_id":"${clientId}","openid":"o-1","unionid":"UID_1"} );` }),
      },
      {
        url: 'https://graph.qq.com/user/get_user_info',
        query: ({ accessToken }) => ({ access_token: accessToken, oauth_consumer_key: clientId, openid: 'o-1' }),
        answer: { ret: 0, msg: '', nickname: 'Peter', figureurl_qq_1: 'https://qzapp.example/40', figureurl_qq_2: '' },
      },
    ],
    declined: null,
    user: { id: 'UID_1', name: 'Peter', avatar: 'https://qzapp.example/40', email: null },
  },
  {
    connectorId: 'dingtalk-web',
    docs: 'https://open.dingtalk.com/document/orgapp/tutorial-obtaining-user-personal-information',
    config,
    authorization: {
      url: 'https://login.dingtalk.com/oauth2/auth',
      query: { ...client, scope: 'openid', prompt: 'consent' },
    },
    codeName: 'authCode',
    token: {
      url: 'https://api.dingtalk.com/v1.0/oauth2/userAccessToken',
      contentType: 'json',
      parameters: ({ code }) => ({ clientId, clientSecret, code, grantType: 'authorization_code' }),
      answer: ({ accessToken }) => ({ body: { accessToken, refreshToken: 'r', expireIn: 7200 } }),
      refusal: { status: 400, body: { code: 'invalidParameter.authCode.notFound', message: 'no such code' } },
    },
    profile: [
      {
        url: 'https://api.dingtalk.com/v1.0/contact/users/me',
        headers: ({ accessToken }) => ({ 'x-acs-dingtalk-access-token': accessToken }),
        answer: {
          nick: 'Zhang',
          avatarUrl: 'https://static.dingtalk.example/z',
          unionId: 'z21Hj',
          openId: '123',
          mobile: '150xxxx9144',
          stateCode: '86',
          email: 'zhang@corp.example',
        },
      },
    ],
    declined: null,
    unverifiedEmail: 'zhang@corp.example',
    user: { id: 'z21Hj', name: 'Zhang', avatar: 'https://static.dingtalk.example/z', email: null },
  },
  {
    connectorId: 'feishu-web',
    docs: 'https://open.feishu.cn/document/common-capabilities/sso/web-application-sso/web-app-overview',
    config: app,
    authorization: { url: 'https://passport.feishu.cn/suite/passport/oauth/authorize', query: client },
    token: {
      url: 'https://passport.feishu.cn/suite/passport/oauth/token',
      parameters: grantWithClient,
      refusal: { status: 400, body: { error: 'invalid_grant', error_description: 'code is expired' } },
    },
    profile: [
      {
        url: 'https://passport.feishu.cn/suite/passport/oauth/userinfo',
        answer: {
          sub: 'ou_caecc734',
          name: 'zhangsan',
          avatar_url: 'https://www.feishu.example/avatar',
          open_id: 'ou_caecc734',
          union_id: 'on_d89jhsdhjsaji',
          email: 'zhangsan@feishu.example',
          mobile: '+86130xxxx0000',
        },
      },
    ],
    declined: { error: 'access_denied' },
    unverifiedEmail: 'zhangsan@feishu.example',
    user: { id: 'ou_caecc734', name: 'zhangsan', avatar: 'https://www.feishu.example/avatar', email: null },
  },
  {
    connectorId: 'wechat-web',
    docs: 'https://developers.weixin.qq.com/doc/oplatform/en/Website_App/WeChat_Login/Wechat_Login.html',
    config: app,
    authorization: {
      url: 'https://open.weixin.qq.com/connect/qrconnect',
      query: { appid: clientId, response_type: 'code', scope: 'snsapi_login' },
    },
    token: weixinToken,
    profile: [weixinProfile('union-web')],
    declined: null,
    user: { id: 'union-web', name: '小明', avatar: 'https://thirdwx.qlogo.example/1', email: null },
  },
  {
    connectorId: 'wechat-native',
    docs: 'https://developers.weixin.qq.com/doc/oplatform/en/Mobile_App/WeChat_Login/Development_Guide.html',
    config: { ...app, universalLinks: 'https://shop.example/app/' },
    authorization: {
      url: 'wechat://',
      query: { app_id: clientId, universal_link: 'https://shop.example/app/' },
      hasNoRedirectUri: true,
    },
    token: weixinToken,
    profile: [weixinProfile('union-native')],
    declined: null,
    user: { id: 'union-native', name: '小明', avatar: 'https://thirdwx.qlogo.example/1', email: null },
  },
  {
    connectorId: 'wecom-universal',
    docs: 'https://developer.work.weixin.qq.com/document/path/91335',
    config: { corpId: clientId, appSecret: clientSecret, agentId: '1000002' },
    authorization: {
      url: 'https://open.work.weixin.qq.com/wwopen/sso/qrConnect',
      query: { appid: clientId, response_type: 'code', scope: 'snsapi_userinfo', agentid: '1000002' },
    },
    // The code is used with the profile request, together with a token of the application.
    token: {
      url: 'https://qyapi.weixin.qq.com/cgi-bin/auth/getuserinfo',
      method: 'GET',
      contentType: 'query',
      parameters: ({ code }) => ({ access_token: 'of the application', code }),
      answer: () => ({ body: { errcode: 0, errmsg: 'ok', userid: 'zhangsan' } }),
      refusal: { body: { errcode: 40029, errmsg: 'invalid code' } },
    },
    profile: [],
    declined: null,
    user: { id: 'zhangsan', name: 'zhangsan', avatar: null, email: null },
  },
  {
    connectorId: 'alipay-web',
    docs: 'https://opendocs.alipay.com/open/263/105809',
    config: alipayConfig,
    authorization: {
      url: 'https://openauth.alipay.com/oauth2/publicAppAuthorize.htm',
      query: { app_id: alipayConfig.appId, scope: 'auth_user' },
    },
    ...alipay('RSA-SHA256', { user_id: '2088-web', nick_name: '支付宝', avatar: 'https://tfs.alipay.example/a' }),
    declined: null,
    user: { id: '2088-web', name: '支付宝', avatar: 'https://tfs.alipay.example/a', email: null },
  },
  {
    connectorId: 'alipay-native',
    docs: 'https://opendocs.alipay.com/open/218/105329',
    config: { ...alipayConfig, signType: 'RSA' },
    authorization: { url: 'alipay://', query: { app_id: alipayConfig.appId }, hasNoRedirectUri: true },
    ...alipay('RSA-SHA1', { user_id: '2088-native', nick_name: 'Native' }),
    declined: null,
    user: { id: '2088-native', name: 'Native', avatar: null, email: null },
  },
];
