// The words of messages for which nobody wrote a template: in the mailbox, and from the console itself.
import ar from './ar/messages.json' with { type: 'json' };
import de from './de/messages.json' with { type: 'json' };
import en from './en/messages.json' with { type: 'json' };
import { matchLanguage } from './languages.ts';
import { type PhraseValues, translate } from './translate.ts';

const dictionaries = { ar, de, en } as const;

export const messageText = (
  type: keyof typeof en,
  part: 'subject' | 'content',
  languages: readonly string[],
  values: PhraseValues,
): string => {
  const language = matchLanguage(languages, Object.keys(dictionaries)) as keyof typeof dictionaries | undefined;
  return translate(dictionaries[language ?? 'en'], `${type}.${part}`, values, language ?? 'en', en);
};
