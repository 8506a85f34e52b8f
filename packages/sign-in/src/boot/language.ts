// Selects the language and loads its phrases.
import { matchLanguage, translatedLanguages } from '@tessera/phrases/languages';
import type { Phrases } from '@tessera/phrases/translate';
import type { Page, Settings } from './page.ts';

export type Spoken = { language: string; phrases: Phrases };

const storageKey = ({ namespace, base }: Page) => `${namespace}:${location.origin}${base}:ui-language`;

const storedLanguage = (page: Page) => {
  try {
    return localStorage.getItem(storageKey(page)) ?? undefined;
  } catch {
    return undefined;
  }
};

export const storeLanguage = (page: Page, language: string) => {
  try {
    localStorage.setItem(storageKey(page), language);
  } catch {}
};

/** The server returns the closest available language and names it. */
export const loadPhrases = async ({ base, pages }: Page, language: string): Promise<Spoken> => {
  const query = new URLSearchParams({ lng: language, pages });
  const response = await fetch(`${base}/api/.well-known/phrases?${query}`, {
    signal: AbortSignal.timeout(20_000),
  });
  if (!response.ok) throw new Error(response.statusText);
  return {
    language: response.headers.get('content-language') ?? language,
    phrases: (await response.json()) as Phrases,
  };
};

export const speak = async (
  page: Page,
  { languageInfo, customLanguages = [] }: Settings,
  uiLocales = '',
): Promise<Spoken> => {
  const given = page.injected?.phrases;
  const injected = given && { language: given.lng, phrases: given.data };
  const own = languageInfo.autoDetect ? storedLanguage(page) : undefined;
  // The server knows the languages of the application and browser, but not the user's choice.
  if (injected && (uiLocales || !own || own === injected.language)) return injected;
  const wanted = [
    ...uiLocales.split(/\s+/).filter(Boolean),
    ...(own ? [own] : []),
    ...(languageInfo.autoDetect ? navigator.languages : []),
    languageInfo.fallbackLanguage,
  ];
  const language = matchLanguage(wanted, [...translatedLanguages.map(({ tag }) => tag), ...customLanguages]) ?? 'en';
  return loadPhrases(page, language).catch((error: unknown) => {
    if (injected) return injected;
    throw error;
  });
};
