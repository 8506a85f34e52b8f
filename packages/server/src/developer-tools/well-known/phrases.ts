// The phrases of the end-user pages in the best language for visitor and tenant, with the tenant's overrides.
import type { EndUserPages } from '@tessera/contract/well-known';
import accountAr from '@tessera/phrases/ar/account.json' with { type: 'json' };
import ar from '@tessera/phrases/ar/sign-in.json' with { type: 'json' };
import accountDe from '@tessera/phrases/de/account.json' with { type: 'json' };
import de from '@tessera/phrases/de/sign-in.json' with { type: 'json' };
import accountEn from '@tessera/phrases/en/account.json' with { type: 'json' };
import en from '@tessera/phrases/en/sign-in.json' with { type: 'json' };
import { matchLanguage } from '@tessera/phrases/languages';
import type { OwnPhrases } from '../../authentication/custom-phrases/cached-custom-phrases.ts';

type Texts = { [key: string]: string | Texts };
/** The account pages also use the texts of the sign-in pages, which would only grow by theirs. */
const translated: Record<EndUserPages, Record<string, Texts>> = {
  'sign-in': { ar, de, en },
  account: {
    ar: { ...ar, account: accountAr },
    de: { ...de, account: accountDe },
    en: { ...en, account: accountEn },
  },
};
const builtIn = Object.keys(translated['sign-in']);

/** English is the fallback for missing texts. */
const merged = (base: Texts, over: Texts): Texts => {
  const result: Texts = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const below = result[key];
    result[key] = typeof value === 'object' && typeof below === 'object' ? merged(below, value) : value;
  }
  return result;
};
const completed = (pages: EndUserPages) =>
  new Map(Object.entries(translated[pages]).map(([tag, texts]) => [tag, merged(translated[pages].en ?? en, texts)]));
const complete = { 'sign-in': completed('sign-in'), account: completed('account') };

/** Kept for as long as the tenant's texts are, so that the response is encoded and compressed once. */
const customized = { 'sign-in': new WeakMap<Texts, Texts>(), account: new WeakMap<Texts, Texts>() };

export const phrasesFor = (
  asked: string[],
  { autoDetect, fallbackLanguage }: { autoDetect: boolean; fallbackLanguage: string },
  visitor: string[],
  own: OwnPhrases,
  pages: EndUserPages = 'sign-in',
): { language: string; phrases: object } => {
  const available = [...new Set([...builtIn, ...own.keys()])];
  const wanted =
    matchLanguage(asked, available) ?? (autoDetect ? matchLanguage(visitor, available) : undefined) ?? fallbackLanguage;
  // A language without texts is shown, and reported, as English.
  const language = available.includes(wanted) ? wanted : 'en';
  // A tenant's language is based on a related built-in one: Austrian German on German.
  const base = complete[pages].get(matchLanguage([language], builtIn) ?? 'en') ?? en;
  const custom = own.get(language);
  if (!custom) return { language, phrases: base };
  const phrases = customized[pages].get(custom) ?? merged(base, custom);
  customized[pages].set(custom, phrases);
  return { language, phrases };
};
