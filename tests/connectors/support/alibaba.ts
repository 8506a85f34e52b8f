// Alibaba Cloud: https://www.alibabacloud.com/help/en/sdk/product-overview/rpc-mechanism,
// https://www.alibabacloud.com/help/en/direct-mail/api-dm-2015-11-23-singlesendmail and
// https://www.alibabacloud.com/help/en/sms/developer-reference/api-dysmsapi-2017-05-25-sendsms
import { createHmac } from 'node:crypto';
import type { ProviderAnswer, ProviderRequest } from '../../harness/providers.ts';
import { type Counterpart, formOf, isForm, wrongFields } from './counterpart.ts';

const key = { accessKeyId: 'LTAI5example', accessKeySecret: 'a secret of Alibaba'.replaceAll(' ', '-') };
const nonces = new Set<string>();

const common = [
  ...['Action', 'Version', 'Format', 'AccessKeyId', 'Signature', 'SignatureMethod', 'SignatureVersion'],
  ...['SignatureNonce', 'Timestamp'],
];

const encode = (text: string) =>
  [...Buffer.from(text)]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      return /[\w.~-]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');

const refuse = (status: number, Code: string, Message: string): ProviderAnswer => ({
  status,
  body: { RequestId: 'F1', HostId: 'aliyuncs.com', Code, Message },
});

/** The refusal of a request that is not signed as documented. */
const check = (request: ProviderRequest, action: string, version: string): ProviderAnswer | undefined => {
  if (request.method !== 'POST' || !isForm(request)) return refuse(400, 'UnsupportedHTTPMethod', 'Not supported');
  const { Signature, ...fields } = formOf(request);
  if (fields.Action !== action || fields.Version !== version) return refuse(404, 'InvalidAction.NotFound', 'Not found');
  if (fields.AccessKeyId !== key.accessKeyId) {
    return refuse(404, 'InvalidAccessKeyId.NotFound', 'Specified access key is not found.');
  }
  if (fields.SignatureMethod !== 'HMAC-SHA1' || fields.SignatureVersion !== '1.0') {
    return refuse(400, 'IncompleteSignature', 'The signature is incomplete.');
  }
  const time = fields.Timestamp ?? '';
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(time) || Math.abs(Date.now() - Date.parse(time)) > 900_000) {
    return refuse(400, 'InvalidTimeStamp.Format', 'Specified time stamp is expired.');
  }
  if (!fields.SignatureNonce || nonces.has(fields.SignatureNonce)) {
    return refuse(400, 'SignatureNonceUsed', 'Specified signature nonce was used already.');
  }
  nonces.add(fields.SignatureNonce);
  const query = Object.keys(fields)
    .sort()
    .map((name) => `${encode(name)}=${encode(fields[name] ?? '')}`)
    .join('&');
  const text = `POST&${encode('/')}&${encode(query)}`;
  const expected = createHmac('sha1', `${key.accessKeySecret}&`).update(text).digest('base64');
  if (Signature === expected) return undefined;
  const message = `Specified signature is not matched with our calculation. server string to sign is:${text}`;
  return refuse(400, 'SignatureDoesNotMatch', message);
};

const wrongKeys = [
  {
    change: { accessKeySecret: 'wrong' },
    code: 'authorization_failed',
    details: 'SignatureDoesNotMatch: Specified signature is not matched with our calculation',
  },
  { change: { accessKeyId: 'LTAIwrong' }, code: 'authorization_failed', details: 'InvalidAccessKeyId.NotFound' },
];

export const alibabaMail: Counterpart = {
  id: 'aliyun-direct-mail',
  hosts: ['dm.aliyuncs.com'],
  config: { ...key, accountName: 'shop@mail.example.com', fromAlias: "The Shop's (new) *desk*" },
  rejections: [
    ...wrongKeys,
    { change: { accountName: 'other@example.com' }, code: 'general', details: 'InvalidMailAddress.NotFound' },
  ],
  answer: (request, deliver) => {
    const problem = check(request, 'SingleSendMail', '2015-11-23');
    if (problem) return problem;
    const fields = formOf(request);
    const wrong = wrongFields(fields, {
      required: [...common, 'AccountName', 'AddressType', 'ReplyToAddress', 'ToAddress', 'Subject'],
      optional: ['FromAlias', 'ReplyAddress', 'HtmlBody', 'TextBody'],
    });
    if (!fields.HtmlBody && !fields.TextBody) wrong.push('no body');
    if (wrong.length > 0) return refuse(400, 'InvalidParameter', wrong.join());
    if (fields.AccountName !== 'shop@mail.example.com') {
      return refuse(404, 'InvalidMailAddress.NotFound', 'The specified mailAddress is not found.');
    }
    const { ToAddress: to = '', Subject, HtmlBody, TextBody, FromAlias, ReplyAddress } = fields;
    deliver({ to, from: FromAlias, replyTo: ReplyAddress, subject: Subject, html: HtmlBody, text: TextBody });
    return { body: { EnvId: '600000', RequestId: 'F2' } };
  },
};

const templateCode = { china: 'SMS_1', overseas: 'SMS_2' };

export const alibabaSms: Counterpart = {
  id: 'aliyun-short-message-service',
  hosts: ['dysmsapi.aliyuncs.com'],
  config: {
    ...key,
    signName: '阿里云',
    templates: ['SignIn', 'Register', 'ForgotPassword', 'Generic'].map((usageType) => ({ usageType, templateCode })),
  },
  rejections: [
    ...wrongKeys,
    { change: { signName: 'unknown' }, code: 'general', details: 'isv.SMS_SIGNATURE_ILLEGAL' },
    { change: {}, to: '8613800000429', code: 'rate_limit_exceeded', details: 'isv.BUSINESS_LIMIT_CONTROL' },
  ],
  answer: (request, deliver) => {
    const problem = check(request, 'SendSms', '2017-05-25');
    if (problem) return problem;
    const fields = formOf(request);
    const wrong = wrongFields(fields, {
      required: [...common, 'PhoneNumbers', 'SignName', 'TemplateCode'],
      optional: ['RegionId', 'TemplateParam'],
    });
    if (wrong.length > 0) return refuse(400, 'InvalidParameter', wrong.join());
    // These failures have status 200.
    if (fields.SignName !== '阿里云') return refuse(200, 'isv.SMS_SIGNATURE_ILLEGAL', 'The signature is illegal');
    const { PhoneNumbers: to = '', TemplateCode, TemplateParam = '{}' } = fields;
    if (to.endsWith('429')) return refuse(200, 'isv.BUSINESS_LIMIT_CONTROL', 'Flow control of the day');
    const parameters = JSON.parse(TemplateParam) as object;
    if (Object.values(parameters).some((value) => typeof value !== 'string')) {
      return refuse(200, 'isv.INVALID_JSON_PARAM', 'The parameters must be strings');
    }
    deliver({ to, template: TemplateCode, parameters });
    return { body: { Code: 'OK', Message: 'OK', RequestId: 'F3', BizId: '9' } };
  },
};
