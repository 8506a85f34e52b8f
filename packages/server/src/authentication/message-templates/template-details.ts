// Checks and completes a template as it is stored, previewed and sent.
import { isReplyTo, isSendFrom } from '@tessera/contract/message-senders';
import type { MessageTemplateDetails } from '@tessera/contract/message-templates';
import {
  longestSms,
  type MessageChannel,
  messageChannels,
  type TemplateType,
  templateTypesOf,
} from '@tessera/contract/message-types';
import type { TemplateDetails } from '@tessera/contract/messages';
import { invalidField, notFound } from '../../infrastructure/http/request-error.ts';

type Key = { channel: MessageChannel; templateType: TemplateType; languageTag: string };

/** Channel and type from the path. */
export const parseKey = (params: { channel: string; templateType: string; languageTag: string }): Key => {
  const channel = messageChannels.find((one) => one === params.channel);
  const templateType = channel && templateTypesOf(channel).find((one) => one === params.templateType);
  if (!channel || !templateType) throw notFound(Object.values(params).join('/'));
  return { channel, templateType, languageTag: params.languageTag };
};

/** `path`: where the details are in the body. */
export const checkDetails = (
  channel: MessageChannel,
  { subject = '', content, contentType = 'text/html', replyTo, sendFrom }: MessageTemplateDetails,
  path: PropertyKey[] = [],
): TemplateDetails => {
  if (content.trim() === '') throw invalidField([...path, 'content'], 'empty');
  if (channel === 'Sms') {
    if (content.length > longestSms) throw invalidField([...path, 'content'], 'rules.sms_length');
    return { subject: '', content, contentType: 'text/plain' };
  }
  if (subject.trim() === '') throw invalidField([...path, 'subject'], 'empty');
  if (replyTo && !isReplyTo(replyTo)) throw invalidField([...path, 'replyTo'], 'rules.email');
  if (sendFrom && !isSendFrom(sendFrom)) throw invalidField([...path, 'sendFrom'], 'rules.email');
  return { subject, content, contentType, ...(replyTo && { replyTo }), ...(sendFrom && { sendFrom }) };
};
