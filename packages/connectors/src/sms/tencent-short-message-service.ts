// SMS through Tencent Cloud: https://www.tencentcloud.com/document/product/382/52071
import { matches } from '@tessera/contract/field-issues';
import * as z from 'zod/mini';
import { credential, name } from '../config-fields.ts';
import type { ConnectorProblem, MessageConnector } from '../connector.ts';
import { smsLogo } from '../logos.ts';
import { requiresUsageTypes, requireTemplate, sampleTemplates, templateKeys } from '../message-templates.ts';
import { internationalNumber } from '../phone.ts';
import { firstOf, objectIn, post, type Reason, textIn } from '../provider.ts';
import { storedParameters } from '../stored-templates.ts';
import { signTencent } from '../tencent-signature.ts';

const config = z.object({
  accessKeyId: credential,
  accessKeySecret: credential,
  signName: name,
  sdkAppId: credential,
  region: z.string().check(matches(/^[a-z]+(-[a-z\d]+)+$/, 'cloud_region')),
  templates: z.array(z.object({ ...templateKeys, templateCode: credential })).check(requiresUsageTypes),
});

const host = 'sms.tencentcloudapi.com';
const contentType = 'application/json; charset=utf-8';

const problemOf = (code: string): ConnectorProblem => {
  if (/^(AuthFailure|UnauthorizedOperation)/.test(code)) return 'authorization_failed';
  return /^(LimitExceeded|RequestLimitExceeded)/.test(code) ? 'rate_limit_exceeded' : 'general';
};
const reasonIn = ({ Code, Message }: Readonly<Record<string, unknown>>): Reason => {
  const code = textIn(Code) ?? '';
  return { text: [code, textIn(Message)].filter(Boolean).join(': '), code: problemOf(code) };
};
/** Failures have status 200, too. */
const refusal = ({ Response }: Readonly<Record<string, unknown>>): Reason | undefined => {
  const { Error: error, SendStatusSet } = objectIn(Response);
  if (error) return reasonIn(objectIn(error));
  const sent = firstOf(SendStatusSet);
  return textIn(sent.Code)?.toLowerCase() === 'ok' ? undefined : reasonIn(sent);
};

export const tencentShortMessageService: MessageConnector = {
  id: 'tencent-short-message-service',
  type: 'Sms',
  target: 'tencent-sms',
  logo: smsLogo,
  formItems: [
    { key: 'accessKeyId', type: 'Text', required: true, placeholder: 'AKID…' },
    { key: 'accessKeySecret', type: 'Text', required: true, isConfidential: true },
    { key: 'signName', type: 'Text', required: true },
    { key: 'sdkAppId', type: 'Text', required: true, placeholder: '1400006666' },
    { key: 'region', type: 'Text', required: true, placeholder: 'ap-guangzhou' },
    { key: 'templates', type: 'Json', required: true, defaultValue: sampleTemplates({ templateCode: '…' }) },
  ],
  config,
  ownText: () => 'always',
  send: async (message, given, tools) => {
    const { accessKeyId, accessKeySecret, signName, sdkAppId, region, templates } = given as z.output<typeof config>;
    const { templateCode } = requireTemplate(templates, message);
    // By position: the code, then what else the message has.
    const { code, ...rest } = storedParameters(message.payload);
    const body = JSON.stringify({
      SmsSdkAppId: sdkAppId,
      SignName: signName,
      TemplateId: templateCode,
      TemplateParamSet: [...(code ? [code] : []), ...Object.values(rest)],
      PhoneNumberSet: [internationalNumber(message.to)],
    });
    const timestamp = Math.floor(tools.now() / 1000);
    const key = { secretId: accessKeyId, secretKey: accessKeySecret, service: 'sms' };
    const headers = {
      'content-type': contentType,
      authorization: signTencent(key, { host, contentType, body, timestamp }),
      'x-tc-action': 'SendSms',
      'x-tc-version': '2021-01-11',
      'x-tc-region': region,
      'x-tc-timestamp': String(timestamp),
    };
    await post(tools, `https://${host}`, { headers, body }, { explain: (answer) => refusal(answer) ?? {}, refusal });
  },
};
