// Selects the user's language and loads its phrases on demand, falling back to English.
import { loaders } from 'virtual:texts';
import type phrases from '@tessera/phrases/en/console.json';
import type errors from '@tessera/phrases/en/errors.json';
import { type LanguageTag, matchLanguage, translatedLanguages } from '@tessera/phrases/languages';
import i18next, { type BackendModule, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { FeaturePhrases } from './feature-phrases.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'console';
    resources: {
      console: typeof phrases & FeaturePhrases;
      /** Error messages shared with the server and the sign-in pages, loaded on demand. */
      errors: typeof errors;
    };
  }
}

const tags = translatedLanguages.map(({ tag }) => tag);

/** The phrases of one file, or none if it has no translation. */
const load = async (language: string, file: string): Promise<object> => {
  const texts = await loaders[language]?.();
  if (file === 'console') return texts?.general ?? {};
  return (await texts?.loaders[file]?.())?.default ?? {};
};

const loadFeature = async (language: string, feature: keyof FeaturePhrases) => ({
  [feature]: await load(language, `console/${feature}`),
});

export const isLanguage = (value: unknown): value is LanguageTag => tags.some((tag) => tag === value);

/** The stored language, else the browser's, else English. */
function detect(key: string): LanguageTag {
  const stored = localStorage.getItem(key) ?? sessionStorage.getItem(key);
  return isLanguage(stored) ? stored : (matchLanguage(navigator.languages, tags) ?? 'en');
}

export type Texts = {
  i18n: i18n;
  /** Loads the phrases of features. */
  open: (...features: (keyof FeaturePhrases)[]) => Promise<void>;
};

export async function createTexts(key: string): Promise<Texts> {
  const texts = i18next.createInstance();
  const opened = new Set<keyof FeaturePhrases>();
  const backend: BackendModule = {
    type: 'backend',
    init: () => {},
    read(language, namespace, done) {
      const features = namespace === 'console' ? [...opened].map((feature) => loadFeature(language, feature)) : [];
      Promise.all([load(language, namespace), ...features]).then(
        (parts) => done(null, Object.assign({}, ...parts)),
        (error: Error) => done(error, null),
      );
    },
  };
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
  const openOne = async (feature: keyof FeaturePhrases) => {
    if (opened.has(feature)) return;
    const loaded = [...new Set(['en', texts.language])].map(async (language) =>
      texts.addResourceBundle(language, 'console', await loadFeature(language, feature), true),
    );
    await Promise.all(loaded);
    opened.add(feature);
  };
  const open = async (...features: (keyof FeaturePhrases)[]) => void (await Promise.all(features.map(openOne)));
  return { i18n: texts, open };
}

export function rememberLanguage(key: string, language: string) {
  localStorage.setItem(key, language);
  sessionStorage.setItem(key, language);
}
