// SMS through Twilio: https://www.twilio.com/docs/messaging/api/message-resource#create-a-message-resource
import * as z from 'zod/mini';
import { brandLogos } from '../brand-logos.gen.ts';
import { credential } from '../config-fields.ts';
import type { MessageConnector } from '../connector.ts';
import { composeText, textTemplates } from '../message-templates.ts';
import { internationalNumber } from '../phone.ts';
import { basic, formRequest, post, textIn } from '../provider.ts';

const config = z.object({
  accountSID: credential,
  authToken: credential,
  fromMessagingServiceSID: credential,
  disableRiskCheck: z.optional(z.boolean()),
  templates: textTemplates,
});

export const twilioShortMessageService: MessageConnector = {
  id: 'twilio-short-message-service',
  type: 'Sms',
  target: 'twilio-sms',
  ...brandLogos.twilio,
  formItems: [
    { key: 'accountSID', type: 'Text', required: true, placeholder: 'AC…' },
    { key: 'authToken', type: 'Text', required: true, isConfidential: true },
    { key: 'fromMessagingServiceSID', type: 'Text', required: true, placeholder: 'MG…' },
    { key: 'disableRiskCheck', type: 'Switch', defaultValue: false },
    { key: 'templates', type: 'Json', defaultValue: [] },
  ],
  config,
  send: async (message, given, tools) => {
    const { accountSID, authToken, fromMessagingServiceSID, disableRiskCheck, templates } = given as z.output<
      typeof config
    >;
    const fields = {
      To: internationalNumber(message.to),
      MessagingServiceSid: fromMessagingServiceSID,
      Body: composeText(message, templates),
      RiskCheck: disableRiskCheck ? 'disable' : 'enable',
    };
    const url = `https://api.twilio.com/2010-04-01/Accounts/${encodeURIComponent(accountSID)}/Messages.json`;
    await post(tools, url, formRequest(fields, basic(accountSID, authToken)), {
      explain: ({ code, message: text }) => ({ text: [code, textIn(text)].filter(Boolean).join(': ') }),
    });
  },
};
