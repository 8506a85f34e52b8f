// The texts of the sign-in pages in the language that suits the visitor and the tenant, in the tenant's own words where
// it has any.
import ar from '@tessera/phrases/ar/sign-in.json' with { type: 'json' };
import de from '@tessera/phrases/de/sign-in.json' with { type: 'json' };
import en from '@tessera/phrases/en/sign-in.json' with { type: 'json' };
import { matchLanguage } from '@tessera/phrases/languages';
import type { OwnPhrases } from '../custom-phrases/read.ts';

type Texts = { [key: string]: string | Texts };
const translated: Record<string, Texts> = { ar, de, en };
const builtIn = Object.keys(translated);

/** English stands in for what is not translated. */
const merged = (base: Texts, over: Texts): Texts => {
  const result: Texts = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const below = result[key];
    result[key] = typeof value === 'object' && typeof below === 'object' ? merged(below, value) : value;
  }
  return result;
};
const complete = new Map(Object.entries(translated).map(([tag, texts]) => [tag, merged(en, texts)]));

export const phrasesFor = (
  asked: string[],
  { autoDetect, fallbackLanguage }: { autoDetect: boolean; fallbackLanguage: string },
  visitor: string[],
  own: OwnPhrases,
): { language: string; phrases: object } => {
  const available = [...new Set([...builtIn, ...own.keys()])];
  const wanted =
    matchLanguage(asked, available) ?? (autoDetect ? matchLanguage(visitor, available) : undefined) ?? fallbackLanguage;
  // A language without texts is shown in English, and announced as what it is.
  const language = available.includes(wanted) ? wanted : 'en';
  // A language of the tenant stands on ours if it is a relative of one: Austrian German on German.
  const base = complete.get(matchLanguage([language], builtIn) ?? 'en') ?? en;
  const custom = own.get(language);
  return { language, phrases: custom ? merged(base, custom) : base };
};
