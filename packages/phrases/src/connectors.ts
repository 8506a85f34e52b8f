// Names, descriptions and form labels of the built-in connectors.
import ar from './ar/connectors.json' with { type: 'json' };
import de from './de/connectors.json' with { type: 'json' };
import en from './en/connectors.json' with { type: 'json' };
import { matchLanguage } from './languages.ts';
import { lookUp, type Phrases } from './translate.ts';

const dictionaries: Record<string, Phrases> = { en, de, ar };

/** A connector's text in all languages; undefined for connectors that are not built in. */
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

/** The connector's own text of a field, or the one that connectors share, in the first supported language. */
const fieldText = (id: string, part: 'form' | 'hints', field: string, languages: readonly string[]) => {
  const language = matchLanguage(languages, Object.keys(dictionaries)) ?? 'en';
  const phrases = dictionaries[language] ?? en;
  const [own, shared] = [`${id}.${part}.${field}`, `common.${part}.${field}`];
  return lookUp(phrases, own) ?? lookUp(en, own) ?? lookUp(phrases, shared) ?? lookUp(en, shared);
};

export const connectorLabel = (id: string, field: string, languages: readonly string[]): string | undefined =>
  fieldText(id, 'form', field, languages);

export const connectorHint = (id: string, field: string, languages: readonly string[]): string | undefined =>
  fieldText(id, 'hints', field, languages);
