// Templates in a connector's configuration: by type, and optionally by language.
import { satisfies } from '@tessera/contract/field-issues';
import { languageTag, templateType } from '@tessera/contract/messages';
import * as z from 'zod/mini';
import { type ComposedMessage, ConnectorError, type Content, type Message, type MessageTools } from './connector.ts';
import { textOfHtml } from './html-to-text.ts';
import { fillReplyTo, fillSender, formatSender, parseSender, senderOf } from './sender.ts';
import { fillTemplate } from './template.ts';

/** The keys of every template; without a language it serves all of them. */
export const templateKeys = { usageType: templateType, languageTag: z.optional(languageTag) };
type Keys = { usageType: string; languageTag?: string | undefined };

export const textTemplates = z.optional(z.array(z.object({ ...templateKeys, content: z.string() })));

const needed = ['SignIn', 'Register', 'ForgotPassword', 'Generic'] as const;
/** Templates stored at the provider: none of them can be replaced by a default text. */
export const requiresUsageTypes = satisfies<readonly Keys[]>(
  (templates) => needed.every((type) => templates.some(({ usageType }) => usageType === type)),
  'template_types',
);
/** The initial value of a form field, one entry for each type that is needed. */
export const sampleTemplates = (entry: object) => needed.map((usageType) => ({ usageType, ...entry }));

/** The template for a message: in the reader's language, else one for all languages. */
export const chooseTemplate = <T extends Keys>(
  templates: readonly T[] = [],
  message: Pick<Message, 'type' | 'languages'>,
): T | undefined => {
  const ofType = templates.filter(({ usageType }) => usageType === message.type);
  for (const language of message.languages) {
    const found = ofType.find((one) => one.languageTag?.toLowerCase() === language.toLowerCase());
    if (found) return found;
  }
  return ofType.find((one) => one.languageTag === undefined);
};

export const requireTemplate = <T extends Keys>(templates: readonly T[], message: Message): T => {
  const found = chooseTemplate(templates, message);
  if (!found) throw new ConnectorError('template_not_found', { message: `no template for ${message.type}` });
  return found;
};

export type EmailTemplate = Keys & { subject: string; content: string; contentType: 'text/plain' | 'text/html' };
export type Email = Content & { replyTo?: string; sendFrom?: string };

/** For headers, where a line break would start the next one. */
const oneLine = (text: string) => text.replace(/[\r\n]+/g, ' ');

/** The tenant's template, else the one of the configuration, else the default. */
export const composeEmail = (message: Message, templates?: readonly EmailTemplate[]): Email => {
  const { payload } = message;
  const template = message.template ?? chooseTemplate(templates, message);
  if (!template) return message.defaultContent();
  const { replyTo, sendFrom } = { ...message.template };
  const fill = (text: string) => oneLine(fillTemplate(text, payload));
  const replyingTo = replyTo && fillReplyTo(replyTo, fill);
  const isHtml = template.contentType !== 'text/plain';
  const content = fillTemplate(template.content, payload, isHtml);
  return {
    subject: fill(template.subject),
    ...(isHtml && { html: content }),
    text: isHtml ? textOfHtml(content) : content,
    ...(replyingTo && { replyTo: replyingTo }),
    ...(sendFrom && { sendFrom: fillSender(sendFrom, fill) }),
  };
};

export const composeText = (message: Message, templates?: readonly (Keys & { content: string })[]): string => {
  const template = message.template ?? chooseTemplate(templates, message);
  return template ? fillTemplate(template.content, message.payload) : (message.defaultContent().text ?? '');
};

/** What a connector that is not built in gets to compose its messages with. */
export const composeFor =
  (type: 'Email' | 'Sms'): MessageTools['compose'] =>
  (message, { templates = [], from } = {}): ComposedMessage => {
    if (type === 'Sms') return { text: composeText(message, templates) };
    const own = templates.map(({ subject = '', contentType = 'text/html', ...one }) => ({
      ...one,
      subject,
      contentType,
    }));
    const { sendFrom, ...email } = composeEmail(message, own);
    return { ...email, ...(from && { from: formatSender(senderOf(parseSender(from), sendFrom)) }) };
  };
