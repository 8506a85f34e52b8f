// The texts of the sign-in pages in the language that suits the visitor and the tenant.
import ar from '@tessera/phrases/ar/sign-in.json' with { type: 'json' };
import de from '@tessera/phrases/de/sign-in.json' with { type: 'json' };
import en from '@tessera/phrases/en/sign-in.json' with { type: 'json' };
import { matchLanguage } from '@tessera/phrases/languages';

type Texts = { [key: string]: string | Texts };
const translated: Record<string, Texts> = { ar, de, en };
const available = Object.keys(translated);

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
): { language: string; phrases: object } => {
  const wanted =
    matchLanguage(asked, available) ?? (autoDetect ? matchLanguage(visitor, available) : undefined) ?? fallbackLanguage;
  // A language without texts of ours is shown in English, and announced as what it is.
  const language = complete.has(wanted) ? wanted : 'en';
  return { language, phrases: complete.get(language) ?? en };
};
