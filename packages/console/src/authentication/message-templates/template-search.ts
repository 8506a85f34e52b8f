// The template in the URL: channel, type and language.
import { type MessageChannel, type TemplateType, templateTypesOf } from '@tessera/contract/message-types';

/** Without a value: email, sign-in, and the tenant's language. */
export type TemplateSearch = { channel?: 'Sms'; type?: TemplateType; language?: string };

export const channelOf = ({ channel }: TemplateSearch): MessageChannel => channel ?? 'Email';
export const typeOf = ({ type = 'SignIn' }: TemplateSearch): TemplateType => type;

export const parseTemplateSearch = ({ channel, type, language }: Record<string, unknown>): TemplateSearch => {
  const chosen = channel === 'Sms' ? channel : undefined;
  const known = templateTypesOf(chosen ?? 'Email').find((one) => one === type);
  return {
    ...(chosen && { channel: chosen }),
    ...(known && known !== 'SignIn' && { type: known }),
    ...(typeof language === 'string' && /^[\w-]{1,16}$/.test(language) && { language }),
  };
};

/** Keeps the type if the other channel has it, too. */
export const switchChannel = ({ type, language }: TemplateSearch, channel: MessageChannel): TemplateSearch =>
  parseTemplateSearch({ channel, type, language });
