// Tencent Cloud: https://www.tencentcloud.com/document/product/382/52071 and
// https://www.tencentcloud.com/document/api/1131/45290. Failures have status 200.
import { createHash, createHmac } from 'node:crypto';
import type { ProviderRequest } from '../../harness/providers.ts';
import { type Counterpart, isJson, jsonOf, wrongFields } from './counterpart.ts';

const key = { accessKeyId: 'AKIDexample', accessKeySecret: 'a-secret-of-Tencent' };
const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (secret: string | Buffer, text: string) => createHmac('sha256', secret).update(text).digest();

const signatureProblem = ({ headers, body }: ProviderRequest): string | undefined => {
  const pattern =
    /^TC3-HMAC-SHA256 Credential=([^/]+)\/(\d{4}-\d\d-\d\d)\/sms\/tc3_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/;
  const [, id, date = '', signed = '', signature] = pattern.exec(headers.authorization ?? '') ?? [];
  if (!id) return 'AuthFailure.InvalidAuthorization';
  if (id !== key.accessKeyId) return 'AuthFailure.SecretIdNotFound';
  const names = signed.split(';');
  if (!names.includes('content-type') || !names.includes('host')) return 'AuthFailure.InvalidAuthorization';
  const timestamp = Number(headers['x-tc-timestamp']);
  if (!(Math.abs(Date.now() / 1000 - timestamp) < 300)) return 'AuthFailure.SignatureExpire';
  const canonicalHeaders = names.map((name) => `${name}:${String(headers[name]).toLowerCase()}\n`).join('');
  const canonical = ['POST', '/', '', canonicalHeaders, signed, hash(body)].join('\n');
  const text = ['TC3-HMAC-SHA256', timestamp, `${date}/sms/tc3_request`, hash(canonical)].join('\n');
  const signingKey = ['sms', 'tc3_request'].reduce(hmac, hmac(`TC3${key.accessKeySecret}`, date));
  return hmac(signingKey, text).toString('hex') === signature ? undefined : 'AuthFailure.SignatureFailure';
};

export const tencent: Counterpart = {
  id: 'tencent-short-message-service',
  hosts: ['sms.tencentcloudapi.com'],
  config: {
    ...key,
    signName: '腾讯云',
    sdkAppId: '1400006666',
    region: 'ap-guangzhou',
    templates: ['SignIn', 'Register', 'ForgotPassword', 'Generic'].map((usageType) => ({
      usageType,
      templateCode: '1110',
    })),
  },
  rejections: [
    { change: { accessKeySecret: 'wrong' }, code: 'authorization_failed', details: 'AuthFailure.SignatureFailure' },
    { change: { accessKeyId: 'AKIDwrong' }, code: 'authorization_failed', details: 'AuthFailure.SecretIdNotFound' },
    { change: { region: 'eu-nowhere' }, code: 'general', details: 'UnsupportedRegion' },
    { change: { sdkAppId: '1' }, code: 'general', details: '200: InvalidParameterValue.SdkAppIdNotExist: no' },
    {
      change: {},
      to: '49151000000429',
      code: 'rate_limit_exceeded',
      details: 'LimitExceeded.PhoneNumberThirtySecondLimit',
    },
  ],
  answer: (request, deliver) => {
    const refuse = (Code: string, Message = 'See the documentation') => ({
      body: { Response: { Error: { Code, Message }, RequestId: 'r' } },
    });
    const { headers } = request;
    const problem = request.method === 'POST' ? signatureProblem(request) : 'UnsupportedProtocol';
    if (problem) return refuse(problem);
    if (!isJson(request)) return refuse('UnsupportedProtocol');
    if (headers['x-tc-action'] !== 'SendSms' || headers['x-tc-version'] !== '2021-01-11')
      return refuse('InvalidAction');
    if (headers['x-tc-region'] !== 'ap-guangzhou') return refuse('UnsupportedRegion');
    const sent = jsonOf(request);
    const wrong = wrongFields(sent, {
      required: ['PhoneNumberSet', 'SmsSdkAppId', 'TemplateId'],
      optional: ['SignName', 'TemplateParamSet'],
    });
    if (wrong.length > 0) return refuse('UnknownParameter', wrong.join());
    const [to = ''] = sent.PhoneNumberSet as string[];
    const failed = (Code: string) => ({
      body: { Response: { SendStatusSet: [{ SerialNo: '', PhoneNumber: to, Fee: 0, Code, Message: 'no' }] } },
    });
    if (sent.SmsSdkAppId !== '1400006666') return failed('InvalidParameterValue.SdkAppIdNotExist');
    if (!/^\+\d{8,15}$/.test(to)) return failed('InvalidParameterValue.IncorrectPhoneNumber');
    if (to.endsWith('429')) return failed('LimitExceeded.PhoneNumberThirtySecondLimit');
    const parameters = sent.TemplateParamSet as unknown[];
    if (!parameters.every((value) => typeof value === 'string')) return refuse('InvalidParameter');
    deliver({ to, template: String(sent.TemplateId), parameters });
    return {
      body: { Response: { SendStatusSet: [{ PhoneNumber: to, Fee: 1, Code: 'Ok', Message: 'send success' }] } },
    };
  },
};
