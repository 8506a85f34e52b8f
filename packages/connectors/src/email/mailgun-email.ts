// Email through Mailgun: https://documentation.mailgun.com/docs/mailgun/api-reference/send/mailgun/messages
import { matches } from '@tessera/contract/field-issues';
import { type TemplateType, templateTypes } from '@tessera/contract/messages';
import * as z from 'zod/mini';
import { brandLogos } from '../brand-logos.gen.ts';
import { credential, sender } from '../config-fields.ts';
import type { Message, MessageConnector } from '../connector.ts';
import { composeEmail } from '../message-templates.ts';
import { basic, formRequest, post, textIn } from '../provider.ts';
import { formatSender, parseSender, senderOf } from '../sender.ts';
import { fillTemplate } from '../template.ts';

const shared = { subject: z.optional(z.string()), replyTo: z.optional(sender) };
/** Content here, or a template stored at Mailgun. */
const delivery = z.union([
  z.object({ html: z.string(), text: z.optional(z.string()), ...shared }),
  z.object({ template: z.string(), variables: z.optional(z.record(z.string(), z.unknown())), ...shared }),
]);
const deliveries = Object.fromEntries(templateTypes.map((type) => [type, z.optional(delivery)]));

const config = z.object({
  endpoint: z.optional(
    z.string().check(matches(/^https:\/\/[a-z\d-]+(\.[a-z\d-]+)*\.mailgun\.net$/, 'mailgun_endpoint')),
  ),
  // Part of the URL.
  domain: z.string().check(matches(/^[a-z\d-]+(\.[a-z\d-]+)+$/i, 'host_name')),
  apiKey: credential,
  from: sender,
  deliveries: z.optional(z.object(deliveries as Record<TemplateType, z.ZodMiniOptional<typeof delivery>>)),
});
type Config = z.output<typeof config>;

type Fields = Record<string, string | undefined>;

const storedFields = ({ payload }: Message, one: Extract<z.output<typeof delivery>, { template: string }>): Fields => ({
  subject: one.subject && fillTemplate(one.subject, payload),
  template: one.template,
  'h:X-Mailgun-Variables': JSON.stringify({ ...one.variables, ...payload }),
  'h:Reply-To': one.replyTo,
});

const fieldsOf = (message: Message, { deliveries: own, from }: Config): Fields => {
  const { payload, type } = message;
  const one = message.template ? undefined : (own?.[type] ?? own?.Generic);
  if (one && 'template' in one) return { from, ...storedFields(message, one) };
  if (one) {
    return {
      from,
      subject: fillTemplate(one.subject ?? message.defaultContent().subject, payload),
      html: fillTemplate(one.html, payload, true),
      text: one.text && fillTemplate(one.text, payload),
      'h:Reply-To': one.replyTo,
    };
  }
  const { subject, html, text, replyTo, sendFrom } = composeEmail(message);
  const sentFrom = sendFrom ? formatSender(senderOf(parseSender(from), sendFrom)) : from;
  return { from: sentFrom, subject, html, text, 'h:Reply-To': replyTo };
};

export const mailgunEmail: MessageConnector = {
  id: 'mailgun-email',
  type: 'Email',
  target: 'mailgun-email',
  ...brandLogos.mailgun,
  formItems: [
    { key: 'endpoint', type: 'Text', placeholder: 'https://api.mailgun.net' },
    { key: 'domain', type: 'Text', required: true, placeholder: 'mail.example.com' },
    { key: 'apiKey', type: 'Text', required: true, isConfidential: true },
    { key: 'from', type: 'Text', required: true, placeholder: 'Example <hello@mail.example.com>' },
    { key: 'deliveries', type: 'Json', defaultValue: {} },
  ],
  config,
  send: async (message, given, tools) => {
    const settings = given as Config;
    const { endpoint = 'https://api.mailgun.net', domain, apiKey } = settings;
    const fields = { to: message.to, ...fieldsOf(message, settings) };
    await post(tools, `${endpoint}/v3/${domain}/messages`, formRequest(fields, basic('api', apiKey)), {
      explain: ({ message: text }) => ({ text: textIn(text) }),
    });
  },
};
