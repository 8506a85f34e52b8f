// SMS through SMS Aero: https://smsaero.ru/integration/documentation/api/
import * as z from 'zod/mini';
import { address, credential, name } from '../config-fields.ts';
import type { MessageConnector } from '../connector.ts';
import { smsLogo } from '../logos.ts';
import { composeText, textTemplates } from '../message-templates.ts';
import { basic, jsonRequest, post, type Reason, textIn } from '../provider.ts';

const config = z.object({ email: address, apiKey: credential, senderName: name, templates: textTemplates });

const reasonIn = ({ message }: Readonly<Record<string, unknown>>): Reason => ({ text: textIn(message) });

export const smsaeroShortMessageService: MessageConnector = {
  id: 'smsaero-short-message-service',
  type: 'Sms',
  target: 'smsaero-sms',
  logo: smsLogo,
  formItems: [
    { key: 'email', type: 'Text', required: true, placeholder: 'you@example.com' },
    { key: 'apiKey', type: 'Text', required: true, isConfidential: true },
    { key: 'senderName', type: 'Text', required: true, placeholder: 'SMS Aero' },
    { key: 'templates', type: 'Json', defaultValue: [] },
  ],
  config,
  send: async (message, given, tools) => {
    const { email: account, apiKey, senderName, templates } = given as z.output<typeof config>;
    const body = { number: message.to, sign: senderName, text: composeText(message, templates) };
    await post(tools, 'https://gate.smsaero.ru/v2/sms/send', jsonRequest(body, basic(account, apiKey)), {
      explain: reasonIn,
      refusal: (answer) => (answer.success === true ? undefined : reasonIn(answer)),
    });
  },
};
