// The templates in a connector's configuration, whichever form the connector has for them.
import { type TemplateType, templateTypes } from '@tessera/contract/message-types';
import type { TemplateDetails } from '@tessera/contract/messages';

export type ConfiguredTemplate = {
  usageType: TemplateType;
  languageTag?: string | undefined;
  /** Missing if the text is stored at the provider. */
  details?: TemplateDetails;
};

type Entry = Record<string, unknown>;
const textIn = (value: unknown) => (typeof value === 'string' ? value : undefined);
const isEntry = (value: unknown): value is Entry => typeof value === 'object' && value !== null;
const isType = (value: unknown): value is TemplateType => templateTypes.includes(value as TemplateType);

const detailsOf = (entry: Entry, channel: 'Email' | 'Sms'): { details?: TemplateDetails } => {
  const content = textIn(entry.content) ?? textIn(entry.html);
  if (content === undefined) return {};
  const isText = channel === 'Sms' || (entry.contentType ?? entry.type) === 'text/plain';
  const replyTo = textIn(entry.replyTo);
  return {
    details: {
      subject: textIn(entry.subject) ?? '',
      content,
      contentType: isText ? 'text/plain' : 'text/html',
      ...(replyTo && { replyTo }),
    },
  };
};

/** `config`: as parsed by the connector. */
export const configuredTemplates = (config: unknown, channel: 'Email' | 'Sms'): ConfiguredTemplate[] => {
  const { templates, deliveries } = isEntry(config) ? config : {};
  if (Array.isArray(templates)) {
    return templates.filter(isEntry).flatMap((entry) => {
      const { usageType } = entry;
      return isType(usageType)
        ? [{ usageType, languageTag: textIn(entry.languageTag), ...detailsOf(entry, channel) }]
        : [];
    });
  }
  if (!isEntry(deliveries)) return [];
  // Mailgun: the generic one serves all types without their own.
  return templateTypes.flatMap((usageType) => {
    const entry = deliveries[usageType] ?? deliveries.Generic;
    return isEntry(entry) ? [{ usageType, ...detailsOf(entry, channel) }] : [];
  });
};
