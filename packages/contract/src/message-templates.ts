// Templates of email and SMS messages by type and language: the one in effect, changes to it, previews and tests.
import * as z from 'zod/mini';
import { email, phone, text } from './fields.ts';
import { del, get, post, put, resource } from './kit.ts';
import { longestContent, messageChannels } from './message-types.ts';
import { languageTag, templateDetails, templateType } from './messages.ts';

const messageChannel = z.enum(messageChannels);

/** An SMS only has `content`. `/email-templates` has no limits. */
const messageTemplateDetails = z.object({ ...templateDetails.shape, subject: z.optional(z.string()) });
export type MessageTemplateDetails = z.output<typeof messageTemplateDetails>;

const newDetails = z.object({
  ...messageTemplateDetails.shape,
  subject: z.optional(text(0, 256)),
  content: text(1, longestContent),
  replyTo: z.optional(text(0, 320)),
  sendFrom: z.optional(text(0, 320)),
});

/** `provider`: the text is stored at the provider, or composed there. */
const templateSources = ['tenant', 'connector', 'provider', 'default'] as const;
const origin = {
  languageTag,
  /** Whether the tenant has a template in this language. */
  isCustomized: z.boolean(),
  source: z.enum(templateSources),
  /** The language of the template, which differs from the requested one if there is none in that. */
  effectiveLanguage: z.nullable(z.string()),
};

const messageTemplate = z.object({
  channel: messageChannel,
  templateType,
  ...origin,
  details: messageTemplateDetails,
});
export type MessageTemplate = z.output<typeof messageTemplate>;

const templateLanguages = z.object({
  channel: messageChannel,
  templateType,
  languages: z.array(z.object(origin)),
});
export type TemplateLanguages = z.output<typeof templateLanguages>;

const channelStatus = z.object({
  delivery: z.enum(['connector', 'mailbox', 'none']),
  /** False if the provider ignores templates. */
  usesTemplates: z.boolean(),
});

const name = z.optional(text(0, 128));
const draft = {
  channel: messageChannel,
  templateType,
  languageTag,
  details: newDetails,
  /** Names in the sample data. */
  sample: z.optional(z.object({ userName: name, applicationName: name, organizationName: name })),
};
export type TemplateSample = NonNullable<z.output<typeof draft.sample>>;

const path = '/message-templates/:channel/:templateType/:languageTag';

export const messageTemplates = resource('message-templates', 'management', {
  list: get('/message-templates', { response: z.array(templateLanguages) }),
  status: get('/message-templates/status', {
    response: z.object({ email: channelStatus, sms: channelStatus, magicLinkEnabled: z.boolean() }),
  }),
  get: get(path, { response: messageTemplate, versioned: true }),
  replace: put(path, {
    body: newDetails,
    response: messageTemplate,
    change: 'message-template.replaced',
  }),
  remove: del(path, { change: 'message-template.deleted' }),
  preview: post('/message-templates/preview', {
    body: z.object(draft),
    response: z.object({
      subject: z.nullable(z.string()),
      html: z.nullable(z.string()),
      text: z.string(),
      replyTo: z.nullable(z.string()),
      sendFrom: z.nullable(z.string()),
      unknownVariables: z.array(
        z.object({
          field: z.enum(['subject', 'content', 'replyTo', 'sendFrom']),
          name: z.string(),
          line: z.number(),
          suggestion: z.nullable(z.string()),
        }),
      ),
    }),
    change: 'none',
    onlyReads: true,
  }),
  test: post('/message-templates/test', {
    body: z.object({ ...draft, email: z.optional(email), phone: z.optional(phone) }),
    change: 'none',
    limits: ['attempts', 'messages'],
  }),
});
