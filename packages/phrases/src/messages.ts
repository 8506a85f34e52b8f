// Default texts of messages, used without a template.
import ar from './ar/messages.json' with { type: 'json' };
import de from './de/messages.json' with { type: 'json' };
import en from './en/messages.json' with { type: 'json' };
import { matchLanguage } from './languages.ts';
import { lookUp, type Phrases, type PhraseValues, translate } from './translate.ts';

const dictionaries: Record<string, Phrases> = { ar, de, en };

type MessageType = Exclude<keyof typeof en, 'Layout'>;

const languageOf = (languages: readonly string[]) => matchLanguage(languages, Object.keys(dictionaries)) ?? 'en';

export const messageText = (
  type: MessageType,
  part: 'subject' | 'content',
  languages: readonly string[],
  values: PhraseValues,
): string => {
  const language = languageOf(languages);
  const phrases = dictionaries[language] ?? en;
  const withLink = `${type}.${part}_with_link`;
  const key = values.link && lookUp(phrases, withLink) ? withLink : `${type}.${part}`;
  return translate(phrases, key, values, language, en);
};

/** The texts of the default email. `action` is the button of a message with a link. */
export const emailTexts = (type: MessageType, languages: readonly string[], values: PhraseValues) => {
  const language = languageOf(languages);
  const phrases = dictionaries[language] ?? en;
  const text = (key: string) => translate(phrases, key, values, language, en);
  const note = values.code && values.link ? 'Layout.note_with_link' : 'Layout.note';
  return {
    language,
    lead: text(`${type}.lead`),
    ...(lookUp(phrases, `${type}.action`) && { action: text(`${type}.action`) }),
    note: text(lookUp(phrases, `${type}.note`) ? `${type}.note` : note),
    or: text('Layout.or'),
    link: text('Layout.link'),
  };
};
