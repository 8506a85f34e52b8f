// Hands messages to a web address of the tenant, which sends them in its own way.
import * as z from 'zod/mini';
import { ConnectorError, type MessageConnector } from './connector.ts';

const config = z.object({
  endpoint: z.url({ protocol: /^https?$/ }),
  authorization: z.optional(z.string()),
});

const logo =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="%236b7280" stroke-width="2" stroke-linecap="round"%3E%3Cpath d="M8 6 3 12l5 6M16 6l5 6-5 6"/%3E%3C/svg%3E';

export const httpMessage = (id: string, type: 'Email' | 'Sms'): MessageConnector => ({
  id,
  type,
  target: id,
  logo,
  formItems: [
    { key: 'endpoint', type: 'Text', required: true, placeholder: 'https://example.com/messages' },
    { key: 'authorization', type: 'Text', isConfidential: true },
  ],
  config,
  send: async ({ to, type: usage, payload }, given, { fetch }) => {
    const { endpoint, authorization } = given as z.output<typeof config>;
    const { status, body } = await fetch(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
      body: JSON.stringify({ to, type: usage, payload }),
    });
    if (status === 401 || status === 403) throw new ConnectorError('authorization_failed');
    if (status === 429) throw new ConnectorError('rate_limit_exceeded');
    if (status >= 300) throw new ConnectorError('general', { message: `${status} ${body.toString().slice(0, 500)}` });
  },
});
