// Texts: which language a person reads, and its phrases, loaded when needed. English stands in for what is missing.
import type phrases from '@tessera/phrases/en/console.json';
import type errors from '@tessera/phrases/en/errors.json';
import { type LanguageTag, languages, matchLanguage } from '@tessera/phrases/languages';
import i18next, { type BackendModule, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { FeaturePhrases } from './feature-phrases.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'console';
    resources: {
      console: typeof phrases & FeaturePhrases;
      /** The words of the server and the sign-in pages for what went wrong; loaded where they are needed. */
      errors: typeof errors;
    };
  }
}

const files = import.meta.glob<{ default: object }>('../../../phrases/src/*/{console,errors,console/*}.json');
const tags = languages.map(({ tag }) => tag);

/** The texts of a file; none where it has not been translated. */
const load = async (language: string, file: string): Promise<object> =>
  (await files[`../../../phrases/src/${language}/${file}.json`]?.())?.default ?? {};

const loadFeature = async (language: string, feature: keyof FeaturePhrases) => ({
  [feature]: await load(language, `console/${feature}`),
});

export const isLanguage = (value: unknown): value is LanguageTag => tags.some((tag) => tag === value);

/** The choice of an earlier visit, else the browser's, else English. */
function detect(key: string): LanguageTag {
  const stored = localStorage.getItem(key) ?? sessionStorage.getItem(key);
  return isLanguage(stored) ? stored : (matchLanguage(navigator.languages, tags) ?? 'en');
}

export type Texts = {
  i18n: i18n;
  /** Brings the texts of features, which pages need besides those of the shell. */
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
