// Email through Postmark: https://postmarkapp.com/developer/api/email-api and /templates-api
import * as z from 'zod/mini';
import { credential, sender } from '../config-fields.ts';
import type { Message, MessageConnector } from '../connector.ts';
import { emailLogo } from '../logos.ts';
import { chooseTemplate, composeEmail, templateKeys } from '../message-templates.ts';
import { jsonRequest, post, textIn } from '../provider.ts';
import { formatSender, parseSender, senderOf } from '../sender.ts';

const config = z.object({
  serverToken: credential,
  fromEmail: sender,
  templates: z.optional(z.array(z.object({ ...templateKeys, templateAlias: credential }))),
});
type Config = z.output<typeof config>;

const requestOf = (message: Message, { fromEmail, templates }: Config) => {
  const { to, payload } = message;
  const stored = message.template ? undefined : chooseTemplate(templates, message);
  if (stored) {
    const body = { From: fromEmail, To: to, TemplateAlias: stored.templateAlias, TemplateModel: payload };
    return { path: '/email/withTemplate', body };
  }
  const { subject, html, text, replyTo, sendFrom } = composeEmail(message);
  const From = sendFrom ? formatSender(senderOf(parseSender(fromEmail), sendFrom)) : fromEmail;
  const content = { ...(html && { HtmlBody: html }), ...(text && { TextBody: text }) };
  return { path: '/email', body: { From, To: to, ...(replyTo && { ReplyTo: replyTo }), Subject: subject, ...content } };
};

export const postmarkMail: MessageConnector = {
  id: 'postmark-mail',
  type: 'Email',
  target: 'postmark-mail',
  logo: emailLogo,
  formItems: [
    { key: 'serverToken', type: 'Text', required: true, isConfidential: true },
    { key: 'fromEmail', type: 'Text', required: true, placeholder: 'hello@example.com' },
    { key: 'templates', type: 'Json', defaultValue: [] },
  ],
  config,
  send: async (message, given, tools) => {
    const settings = given as Config;
    const { path, body } = requestOf(message, settings);
    const headers = { 'x-postmark-server-token': settings.serverToken };
    await post(tools, `https://api.postmarkapp.com${path}`, jsonRequest(body, headers), {
      explain: ({ Message: text }) => ({ text: textIn(text) }),
      refusal: ({ ErrorCode, Message: text }) => (ErrorCode ? { text: textIn(text) } : undefined),
    });
  },
};
