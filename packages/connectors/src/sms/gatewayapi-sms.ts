// SMS through GatewayAPI: https://gatewayapi.com/docs/apis/rest/
import * as z from 'zod/mini';
import { credential, name, webUrl } from '../config-fields.ts';
import type { MessageConnector } from '../connector.ts';
import { smsLogo } from '../logos.ts';
import { composeText, textTemplates } from '../message-templates.ts';
import { needsUnicode } from '../phone.ts';
import { basic, jsonRequest, post, textIn } from '../provider.ts';

const defaultEndpoint = 'https://gatewayapi.com/rest/mtsms';
const config = z.object({
  endpoint: webUrl,
  apiToken: credential,
  sender: name,
  templates: textTemplates,
});

export const gatewayapiSms: MessageConnector = {
  id: 'gatewayapi-sms',
  type: 'Sms',
  target: 'gatewayapi-sms',
  logo: smsLogo,
  formItems: [
    { key: 'endpoint', type: 'Text', required: true, defaultValue: defaultEndpoint, placeholder: defaultEndpoint },
    { key: 'apiToken', type: 'Text', required: true, isConfidential: true },
    { key: 'sender', type: 'Text', required: true, placeholder: 'Example' },
    { key: 'templates', type: 'Json', defaultValue: [] },
  ],
  config,
  send: async (message, given, tools) => {
    const { endpoint, apiToken, sender, templates } = given as z.output<typeof config>;
    const text = composeText(message, templates);
    const body = {
      sender,
      message: text,
      ...(needsUnicode(text) && { encoding: 'UCS2' }),
      recipients: [{ msisdn: message.to }],
    };
    // Only from GatewayAPI itself: another endpoint may be an internal service.
    const isProvider = /(^|\.)gatewayapi\.(com|eu)$/.test(new URL(endpoint).hostname);
    await post(tools, endpoint, jsonRequest(body, basic(apiToken, '')), {
      explain: ({ code, message: reason }) =>
        isProvider ? { text: [code, reason].map(textIn).filter(Boolean).join(': ') } : {},
    });
  },
};
