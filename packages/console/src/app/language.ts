// Texts: which language a person reads, and its phrases, loaded when needed. English stands in for what is missing.
import type phrases from '@tessera/phrases/en/console.json';
import type errors from '@tessera/phrases/en/errors.json';
import { type LanguageTag, languages, matchLanguage } from '@tessera/phrases/languages';
import i18next, { type BackendModule, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'console';
    resources: {
      console: typeof phrases;
      /** The words of the server and the sign-in pages for what went wrong; loaded where they are needed. */
      errors: typeof errors;
    };
  }
}

const files = import.meta.glob<{ default: typeof phrases | typeof errors }>(
  '../../../phrases/src/*/{console,errors}.json',
);
const tags = languages.map(({ tag }) => tag);

const backend: BackendModule = {
  type: 'backend',
  init: () => {},
  read(language, namespace, done) {
    const load = files[`../../../phrases/src/${language}/${namespace}.json`];
    if (load)
      load().then(
        (file) => done(null, file.default),
        (error: Error) => done(error, null),
      );
    else done(null, {});
  },
};

export const isLanguage = (value: unknown): value is LanguageTag => tags.some((tag) => tag === value);

/** The choice of an earlier visit, else the browser's, else English. */
function detect(key: string): LanguageTag {
  const stored = localStorage.getItem(key) ?? sessionStorage.getItem(key);
  return isLanguage(stored) ? stored : (matchLanguage(navigator.languages, tags) ?? 'en');
}

export async function createTexts(key: string): Promise<i18n> {
  const texts = i18next.createInstance();
  await texts
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: detect(key),
      fallbackLng: 'en',
      load: 'currentOnly',
      ns: 'console',
      defaultNS: 'console',
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
    });
  return texts;
}

export function rememberLanguage(key: string, language: string) {
  localStorage.setItem(key, language);
  sessionStorage.setItem(key, language);
}
