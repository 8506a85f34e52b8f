// SMS through Alibaba Cloud:
// https://www.alibabacloud.com/help/en/sms/developer-reference/api-dysmsapi-2017-05-25-sendsms
import * as z from 'zod/mini';
import { callAlibaba } from '../alibaba-cloud.ts';
import { brandLogos } from '../brand-logos.gen.ts';
import { credential, name } from '../config-fields.ts';
import type { MessageConnector } from '../connector.ts';
import { requiresUsageTypes, requireTemplate, sampleTemplates, templateKeys } from '../message-templates.ts';
import { storedParameters } from '../stored-templates.ts';

const config = z.object({
  accessKeyId: credential,
  accessKeySecret: credential,
  signName: name,
  templates: z
    .array(
      z.object({
        ...templateKeys,
        /** One for all numbers, or one for China and one for other countries. */
        templateCode: z.union([credential, z.object({ china: credential, overseas: credential })]),
        type: z.optional(z.literal([0, 1, 2, 6, 7])),
      }),
    )
    .check(requiresUsageTypes),
  strictPhoneRegionNumberCheck: z.optional(z.boolean()),
});

const service = { host: 'dysmsapi.aliyuncs.com', version: '2017-05-25', action: 'SendSms' };

/** Stored numbers may lack the country code. */
const isChinese = (to: string, isStrict: boolean) =>
  (isStrict ? /^(\+86|0086|86)\d{11}$/ : /^(\+86|0086|86)?\d{11}$/).test(to);

export const aliyunShortMessageService: MessageConnector = {
  id: 'aliyun-short-message-service',
  type: 'Sms',
  target: 'aliyun-sms',
  ...brandLogos.alibabaCloud,
  formItems: [
    { key: 'accessKeyId', type: 'Text', required: true, placeholder: 'LTAI…' },
    { key: 'accessKeySecret', type: 'Text', required: true, isConfidential: true },
    { key: 'signName', type: 'Text', required: true },
    { key: 'templates', type: 'Json', required: true, defaultValue: sampleTemplates({ templateCode: 'SMS_…' }) },
    { key: 'strictPhoneRegionNumberCheck', type: 'Switch', defaultValue: false },
  ],
  config,
  ownText: () => 'always',
  send: async (message, given, tools) => {
    const settings = given as z.output<typeof config>;
    const { templateCode } = requireTemplate(settings.templates, message);
    const region = isChinese(message.to, settings.strictPhoneRegionNumberCheck ?? false) ? 'china' : 'overseas';
    const fields = {
      RegionId: 'cn-hangzhou',
      PhoneNumbers: message.to,
      SignName: settings.signName,
      TemplateCode: typeof templateCode === 'string' ? templateCode : templateCode[region],
      TemplateParam: JSON.stringify(storedParameters(message.payload)),
    };
    await callAlibaba(tools, service, settings, fields, ({ Code }) => Code === 'OK');
  },
};
