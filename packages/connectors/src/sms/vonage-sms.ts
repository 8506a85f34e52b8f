// SMS through Vonage: https://developer.vonage.com/en/api/sms
import * as z from 'zod/mini';
import { brandLogos } from '../brand-logos.gen.ts';
import { credential, name } from '../config-fields.ts';
import type { ConnectorProblem, MessageConnector } from '../connector.ts';
import { composeText, textTemplates } from '../message-templates.ts';
import { needsUnicode } from '../phone.ts';
import { firstOf, formRequest, post, type Reason, textIn } from '../provider.ts';

const config = z.object({ apiKey: credential, apiSecret: credential, brandName: name, templates: textTemplates });

/** https://developer.vonage.com/en/messaging/sms/guides/troubleshooting-sms */
const problems: Readonly<Record<string, ConnectorProblem>> = {
  '1': 'rate_limit_exceeded',
  '4': 'authorization_failed',
  '8': 'authorization_failed',
  '14': 'authorization_failed',
};

/** Failures have status 200, too. */
const refusal = ({ messages }: Readonly<Record<string, unknown>>): Reason | undefined => {
  const { status, 'error-text': text } = firstOf(messages);
  if (status === '0') return undefined;
  return { text: textIn(text), code: problems[String(status)] ?? 'general' };
};

export const vonageSms: MessageConnector = {
  id: 'vonage-sms',
  type: 'Sms',
  target: 'vonage-sms',
  ...brandLogos.vonage,
  formItems: [
    { key: 'apiKey', type: 'Text', required: true, isConfidential: true },
    { key: 'apiSecret', type: 'Text', required: true, isConfidential: true },
    { key: 'brandName', type: 'Text', required: true, placeholder: 'Example' },
    { key: 'templates', type: 'Json', defaultValue: [] },
  ],
  config,
  send: async (message, given, tools) => {
    const { apiKey, apiSecret, brandName, templates } = given as z.output<typeof config>;
    const text = composeText(message, templates);
    const fields = {
      api_key: apiKey,
      api_secret: apiSecret,
      from: brandName,
      to: message.to,
      text,
      type: needsUnicode(text) ? 'unicode' : 'text',
    };
    await post(tools, 'https://rest.nexmo.com/sms/json', formRequest(fields), {
      explain: (answer) => refusal(answer) ?? {},
      refusal,
    });
  },
};
