// The form values of a template.
import { isReplyTo, isSendFrom } from '@tessera/contract/message-senders';
import { longestContent, longestSms, type MessageChannel, type TemplateType } from '@tessera/contract/message-types';
import { findUnknownVariables, type UnknownVariable } from '@tessera/contract/message-variables';
import type { TFunction } from 'i18next';
import type { Details, Template } from './query.ts';

export type TemplateValues = {
  subject: string;
  content: string;
  contentType: 'text/html' | 'text/plain';
  replyTo: string;
  sendFrom: string;
};
export type TemplateField = keyof TemplateValues;

export const valuesOf = ({ channel, details }: Template): TemplateValues => ({
  subject: details.subject ?? '',
  content: details.content,
  contentType: channel === 'Sms' ? 'text/plain' : (details.contentType ?? 'text/html'),
  replyTo: details.replyTo ?? '',
  sendFrom: details.sendFrom ?? '',
});

export const detailsOf = (channel: MessageChannel, values: TemplateValues): Details => {
  const { subject, content, contentType, replyTo, sendFrom } = values;
  if (channel === 'Sms') return { content };
  return { subject, content, contentType, ...(replyTo && { replyTo }), ...(sendFrom && { sendFrom }) };
};

const longest = { subject: 256, replyTo: 320, sendFrom: 320 };

export const checkValues = (channel: MessageChannel, values: TemplateValues, t: TFunction) => {
  const tooLong = (max: number) => t('message-templates.too_long', { max });
  const most = channel === 'Sms' ? longestSms : longestContent;
  const { subject, content, replyTo, sendFrom } = values;
  return {
    ...(content.trim() === '' && { content: t('message-templates.content_required') }),
    ...(content.length > most && { content: tooLong(most) }),
    ...(channel === 'Email' && {
      ...(subject.trim() === '' && { subject: t('message-templates.subject_required') }),
      ...(replyTo && !isReplyTo(replyTo) && { replyTo: t('message-templates.reply_to_rule') }),
      ...(sendFrom && !isSendFrom(sendFrom) && { sendFrom: t('message-templates.send_from_rule') }),
      ...Object.fromEntries(
        (['subject', 'replyTo', 'sendFrom'] as const)
          .filter((field) => values[field].length > longest[field])
          .map((field) => [field, tooLong(longest[field])]),
      ),
    }),
  };
};

export type Finding = UnknownVariable & { field: TemplateField };

export const findingsIn = (channel: MessageChannel, type: TemplateType, values: TemplateValues): Finding[] => {
  const fields = channel === 'Sms' ? (['content'] as const) : (['subject', 'content', 'replyTo', 'sendFrom'] as const);
  return fields.flatMap((field) =>
    findUnknownVariables(values[field], { channel, type }).map((one) => ({ ...one, field })),
  );
};

/** The text with the suggested variable instead. */
export const fixed = (text: string, { from, to, suggestion = '' }: UnknownVariable): string =>
  `${text.slice(0, from)}${suggestion}${text.slice(to)}`;
