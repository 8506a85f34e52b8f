// Which template a message has, by type and language: the tenant's, the one of its connector, or the default.
import { type ConfiguredTemplate, configuredTemplates } from '@tessera/connectors/configured-templates';
import { chooseTemplate } from '@tessera/connectors/message-templates';
import type { TemplateLanguages } from '@tessera/contract/message-templates';
import { hasMagicLink, linkTypes, type MessageChannel, type TemplateType } from '@tessera/contract/message-types';
import type { TemplateDetails } from '@tessera/contract/messages';
import type { SignInExperience } from '@tessera/contract/sign-in-experience';
import { matchLanguage, translatedLanguages } from '@tessera/phrases/languages';
import type { Context } from '../../context.ts';
import { readConfig } from '../connectors/config.ts';
import { defaultContent } from '../messages/default-content.ts';
import { messageLanguages } from '../messages/languages.ts';

export type Setup = {
  channel: MessageChannel;
  delivery: 'connector' | 'mailbox' | 'none';
  /** See `MessageConnector`. */
  ownText: 'always' | 'without-template' | undefined;
  configured: readonly ConfiguredTemplate[];
  experience: SignInExperience;
};

export const readSetup = async ({ services, tenantId }: Context, channel: MessageChannel): Promise<Setup> => {
  const experience = await services.signInExperiences.of(tenantId);
  const way = await services.messages.deliveryOf(tenantId, channel);
  if (way?.by !== 'connector') {
    const delivery = way?.by === 'mailbox' ? 'mailbox' : 'none';
    return { channel, delivery, ownText: undefined, configured: [], experience };
  }
  const factory = services.factories.find(way.connectorId);
  const config = factory && readConfig(factory, way.config);
  const ownText = factory && factory.type !== 'Social' ? factory.ownText?.(config) : undefined;
  return { channel, delivery: 'connector', ownText, configured: configuredTemplates(config, channel), experience };
};

const defaultLanguages = translatedLanguages.map(({ tag }) => tag);
export const isSameTag = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** As for a message to a reader of this language. */
const languagesFor = ({ experience: { languageInfo } }: Setup, languageTag: string) =>
  messageLanguages({ locale: languageTag }, { languageInfo, detected: [] });

type Own = { languageTag: string };
type Origin = TemplateLanguages['languages'][number];

/** `own`: the tenant's templates of this type. */
export const resolveTemplate = <T extends Own>(
  setup: Setup,
  type: TemplateType,
  languageTag: string,
  own: readonly T[],
): Origin & { tenant?: T; configured?: TemplateDetails | undefined } => {
  const languages = languagesFor(setup, languageTag);
  const stored = own.find((one) => isSameTag(one.languageTag, languageTag));
  const base = { languageTag, isCustomized: stored !== undefined };
  if (setup.ownText === 'always') return { ...base, source: 'provider', effectiveLanguage: null };
  const tenant = languages.flatMap((language) => own.filter((one) => isSameTag(one.languageTag, language)))[0];
  if (tenant) return { ...base, source: 'tenant', effectiveLanguage: tenant.languageTag, tenant };
  if (setup.ownText) return { ...base, source: 'provider', effectiveLanguage: null };
  const chosen = chooseTemplate(setup.configured, { type, languages });
  if (chosen) {
    const { details: configured, languageTag: effectiveLanguage = null } = chosen;
    return { ...base, source: configured ? 'connector' : 'provider', effectiveLanguage, configured };
  }
  return { ...base, source: 'default', effectiveLanguage: matchLanguage(languages, defaultLanguages) ?? 'en' };
};

/** The languages to offer for a type: those of all its templates, the tenant's language first. */
export const languagesOf = ({ experience, configured }: Setup, type: TemplateType, own: readonly Own[]): string[] => {
  const ofConnector = configured.flatMap(({ usageType, languageTag }) =>
    usageType === type && languageTag ? [languageTag] : [],
  );
  const all = [
    experience.languageInfo.fallbackLanguage,
    ...defaultLanguages,
    ...ofConnector,
    ...own.map(({ languageTag }) => languageTag),
  ];
  return all.filter((tag, at) => all.findIndex((other) => isSameTag(other, tag)) === at);
};

/** What the message is about: a code, a link, or both. */
export const secretsOf = ({ channel, experience }: Setup, type: TemplateType): ('code' | 'link')[] => {
  if (linkTypes.includes(type)) return ['link'];
  return experience.magicLinkEnabled && hasMagicLink(channel, type) ? ['code', 'link'] : ['code'];
};

/** The default message with variables instead of values, to start editing with. */
export const defaultTemplate = (setup: Setup, type: TemplateType, languageTag: string): TemplateDetails => {
  const { channel, experience } = setup;
  const secrets = Object.fromEntries(secretsOf(setup, type).map((name) => [name, `{{${name}}}`]));
  const payload = { ...secrets, organization: { name: '{{organization.name}}' } };
  const {
    subject,
    html,
    text = '',
  } = defaultContent({ channel, type, payload }, languagesFor(setup, languageTag), experience);
  if (html === undefined) return { subject, content: text, contentType: 'text/plain' };
  return { subject, content: html, contentType: 'text/html' };
};
