// The texts of the sign-in pages in the language that suits the visitor and the tenant.
import ar from '@tessera/phrases/ar/sign-in.json' with { type: 'json' };
import de from '@tessera/phrases/de/sign-in.json' with { type: 'json' };
import en from '@tessera/phrases/en/sign-in.json' with { type: 'json' };
import { languages, matchLanguage } from '@tessera/phrases/languages';

type Texts = { [key: string]: string | Texts };
const translated: Record<string, Texts> = { ar, de, en };
const supported = languages.map(({ tag }) => tag);

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
  const language =
    matchLanguage(asked, supported) ?? (autoDetect ? matchLanguage(visitor, supported) : undefined) ?? fallbackLanguage;
  return { language, phrases: complete.get(language) ?? en };
};
