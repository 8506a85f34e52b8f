// Sends messages to an HTTP endpoint of the tenant, which delivers them.
import { matches } from '@tessera/contract/field-issues';
import * as z from 'zod/mini';
import { webUrl } from './config-fields.ts';
import { ConnectorError, type Message, type MessageConnector } from './connector.ts';
import { httpLogo } from './logos.ts';
import { composeEmail, composeText } from './message-templates.ts';

const config = z.object({
  endpoint: webUrl,
  authorization: z.optional(z.string().check(z.maxLength(8192), matches(/^[\t\x20-\x7e]*$/, 'header_value'))),
});

/** The endpoint has its own templates, unless the tenant has one for this message. */
const composed = (message: Message, type: 'Email' | 'Sms') =>
  message.template && { message: type === 'Email' ? composeEmail(message) : { text: composeText(message) } };

export const httpMessage = (id: string, type: 'Email' | 'Sms'): MessageConnector => ({
  id,
  type,
  target: id,
  logo: httpLogo,
  formItems: [
    { key: 'endpoint', type: 'Text', required: true, placeholder: 'https://example.com/messages' },
    { key: 'authorization', type: 'Text', isConfidential: true, placeholder: 'Bearer token' },
  ],
  config,
  ownText: () => 'without-template',
  send: async (message, given, tools) => {
    const { to, type: usage, payload } = message;
    const { endpoint, authorization } = given as z.output<typeof config>;
    const { status } = await tools.fetch(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
      body: JSON.stringify({ to, type: usage, payload, ...composed(message, type) }),
    });
    if (status === 401 || status === 403) throw new ConnectorError('authorization_failed');
    if (status === 429) throw new ConnectorError('rate_limit_exceeded');
    // Only the status: the body may come from an internal service.
    if (status >= 300) throw new ConnectorError('general', { message: String(status) });
  },
});
