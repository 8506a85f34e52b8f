// Email through SendGrid: https://www.twilio.com/docs/sendgrid/api-reference/mail-send/mail-send
import * as z from 'zod/mini';
import { credential, name, sender } from '../config-fields.ts';
import type { MessageConnector } from '../connector.ts';
import { emailLogo } from '../logos.ts';
import { composeEmail, templateKeys } from '../message-templates.ts';
import { firstOf, jsonRequest, post, textIn } from '../provider.ts';
import { parseSender, type Sender, senderOf } from '../sender.ts';

const config = z.object({
  apiKey: credential,
  fromEmail: sender,
  fromName: z.optional(name),
  templates: z.optional(
    z.array(
      z.object({
        ...templateKeys,
        type: z.enum(['text/plain', 'text/html']),
        subject: z.string(),
        content: z.string(),
      }),
    ),
  ),
});
type Config = z.output<typeof config>;

const asAddress = ({ name: shown, address }: Sender) => ({ email: address, ...(shown && { name: shown }) });

export const sendgridEmailService: MessageConnector = {
  id: 'sendgrid-email-service',
  type: 'Email',
  target: 'sendgrid-mail',
  logo: emailLogo,
  formItems: [
    { key: 'apiKey', type: 'Text', required: true, isConfidential: true, placeholder: 'SG.…' },
    { key: 'fromEmail', type: 'Text', required: true, placeholder: 'hello@example.com' },
    { key: 'fromName', type: 'Text', placeholder: 'Example' },
    { key: 'templates', type: 'Json', defaultValue: [] },
  ],
  config,
  send: async (message, given, tools) => {
    const { apiKey, fromEmail, fromName, templates = [] } = given as Config;
    const own = templates.map(({ type, ...template }) => ({ ...template, contentType: type }));
    const { subject, html, text, replyTo, sendFrom } = composeEmail(message, own);
    const from = { ...parseSender(fromEmail), ...(fromName && { name: fromName }) };
    const body = {
      personalizations: [{ to: [{ email: message.to }] }],
      from: asAddress(senderOf(from, sendFrom)),
      ...(replyTo && { reply_to: asAddress(parseSender(replyTo)) }),
      subject,
      // Plain text must come first.
      content: [
        ...(text ? [{ type: 'text/plain', value: text }] : []),
        ...(html ? [{ type: 'text/html', value: html }] : []),
      ],
    };
    await post(
      tools,
      'https://api.sendgrid.com/v3/mail/send',
      jsonRequest(body, { authorization: `Bearer ${apiKey}` }),
      {
        explain: ({ errors }) => ({ text: textIn(firstOf(errors).message) }),
      },
    );
  },
};
