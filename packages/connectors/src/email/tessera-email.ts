// The built-in email service: a hosted one, else the operator's mail server.
import { satisfies } from '@tessera/contract/field-issues';
import * as z from 'zod/mini';
import { webUrl } from '../config-fields.ts';
import { ConnectorError, type Message, type MessageConnector } from '../connector.ts';
import { emailLogo } from '../logos.ts';
import { composeEmail } from '../message-templates.ts';
import { callService, serviceAccess, serviceFormItems } from '../tessera-service.ts';

/** The message comes from the operator's domain, so it must not advertise another one. */
const plainText = z.string().check(
  z.maxLength(256),
  satisfies((text) => !/https?:|www\.|[\r\n]/i.test(text), 'without_url'),
);

const config = z.object({
  ...z.partial(serviceAccess).shape,
  senderName: z.optional(plainText),
  companyInformation: z.optional(plainText),
  appLogo: z.optional(webUrl),
});
type Config = z.output<typeof config>;

const contentOf = (message: Message, { companyInformation, appLogo }: Config) =>
  message.template ? composeEmail(message) : message.defaultContent({ footer: companyInformation, logoUrl: appLogo });

/** Its ID has the operator's namespace. */
export const tesseraEmail = (namespace: string): MessageConnector => ({
  id: `${namespace}-email`,
  textId: 'tessera-email',
  type: 'Email',
  target: `${namespace}-email`,
  logo: emailLogo,
  formItems: [
    ...serviceFormItems,
    { key: 'senderName', type: 'Text' },
    { key: 'companyInformation', type: 'Text' },
    { key: 'appLogo', type: 'Text', placeholder: 'https://example.com/logo.png' },
  ],
  config,
  ownText: (given) => (z.safeParse(serviceAccess, given).success ? 'always' : undefined),
  send: async (message, given, tools) => {
    const settings = given as Config;
    const { senderName, companyInformation, appLogo } = settings;
    const { to, type } = message;
    const access = z.safeParse(serviceAccess, settings);
    if (access.success) {
      const payload = { ...message.payload, senderName, companyInformation, appLogo };
      const data = { to, type, payload };
      return callService(tools, access.data, { path: '/services/mails', scope: 'send:email', data });
    }
    if (!tools.sendByOperator) {
      throw new ConnectorError('not_implemented', { message: 'The operator has set up no mail server' });
    }
    const { subject, html, text } = contentOf(message, settings);
    await tools.sendByOperator({ to, senderName, subject, ...(html && { html }), ...(text && { text }) });
  },
});
