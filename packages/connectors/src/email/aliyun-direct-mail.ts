// Email through Alibaba Cloud Direct Mail:
// https://www.alibabacloud.com/help/en/direct-mail/api-dm-2015-11-23-singlesendmail
import * as z from 'zod/mini';
import { callAlibaba } from '../alibaba-cloud.ts';
import { brandLogos } from '../brand-logos.gen.ts';
import { address, credential, name } from '../config-fields.ts';
import type { MessageConnector } from '../connector.ts';
import { htmlTemplates } from '../html-templates.ts';
import { composeEmail } from '../message-templates.ts';
import { senderOf } from '../sender.ts';

const config = z.object({
  accessKeyId: credential,
  accessKeySecret: credential,
  accountName: address,
  fromAlias: z.optional(name),
  templates: htmlTemplates.schema,
});
type Config = z.output<typeof config>;

const service = { host: 'dm.aliyuncs.com', version: '2015-11-23', action: 'SingleSendMail' };

export const aliyunDirectMail: MessageConnector = {
  id: 'aliyun-direct-mail',
  type: 'Email',
  target: 'aliyun-dm',
  ...brandLogos.alibabaCloud,
  formItems: [
    { key: 'accessKeyId', type: 'Text', required: true, placeholder: 'LTAI…' },
    { key: 'accessKeySecret', type: 'Text', required: true, isConfidential: true },
    { key: 'accountName', type: 'Text', required: true, placeholder: 'hello@mail.example.com' },
    { key: 'fromAlias', type: 'Text', placeholder: 'Example' },
    { key: 'templates', type: 'Json', defaultValue: [] },
  ],
  config,
  send: async (message, given, tools) => {
    const settings = given as Config;
    const { subject, html, text, replyTo, sendFrom } = composeEmail(message, htmlTemplates.of(settings.templates));
    // The address is fixed by the account.
    const { name: alias } = senderOf(
      { address: '', ...(settings.fromAlias && { name: settings.fromAlias }) },
      sendFrom,
    );
    const fields = {
      AccountName: settings.accountName,
      AddressType: '1',
      ReplyToAddress: 'false',
      ToAddress: message.to,
      Subject: subject,
      ...(alias && { FromAlias: alias }),
      ...(replyTo && { ReplyAddress: replyTo }),
      ...(html && { HtmlBody: html }),
      ...(text && { TextBody: text }),
    };
    await callAlibaba(tools, service, settings, fields, ({ EnvId, RequestId }) => Boolean(EnvId && RequestId));
  },
};
