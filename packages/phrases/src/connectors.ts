// Names, descriptions and form labels of the connectors that come with the product.
import ar from './ar/connectors.json' with { type: 'json' };
import de from './de/connectors.json' with { type: 'json' };
import en from './en/connectors.json' with { type: 'json' };
import { matchLanguage } from './languages.ts';
import { lookUp, type Phrases } from './translate.ts';

const dictionaries: Record<string, Phrases> = { en, de, ar };

/** A text of a connector in every language that has it; nothing for connectors that bring their own. */
export const connectorText = (id: string, part: 'name' | 'description'): { en: string } | undefined => {
  const key = `${id}.${part}`;
  const english = lookUp(en, key);
  if (english === undefined) return undefined;
  const translated = Object.entries(dictionaries).flatMap(([language, phrases]) => {
    const text = lookUp(phrases, key);
    return text === undefined ? [] : [[language, text]];
  });
  return { ...Object.fromEntries(translated), en: english };
};

/** The label of a field in the first of `languages` that we speak, else in English. */
export const connectorLabel = (id: string, field: string, languages: readonly string[]): string | undefined => {
  const language = matchLanguage(languages, Object.keys(dictionaries)) ?? 'en';
  const key = `${id}.form.${field}`;
  return lookUp(dictionaries[language] ?? en, key) ?? lookUp(en, key);
};
