// Languages of a message.
import type { MessagePayload } from '@tessera/connectors/connector';
import type { SignInExperience } from '@tessera/contract/sign-in-experience';

const isTag = (language: unknown): language is string => typeof language === 'string' && language !== '';

/** `fr-CA`, then `fr`. */
const withBase = (language: string): string[] => {
  const parts = language.replaceAll('_', '-').split('-');
  return parts.map((_, at) => parts.slice(0, parts.length - at).join('-'));
};

type Options = { languageInfo: SignInExperience['languageInfo']; detected: readonly string[] };

/** Preferred first: requested ones, the tenant's, and English; each followed by its base language. */
export const messageLanguages = ({ locale, uiLocales }: MessagePayload, { languageInfo, detected }: Options) => {
  const asked = [locale, ...(isTag(uiLocales) ? uiLocales.split(/[ ,]+/) : [])];
  const [browser] = languageInfo.autoDetect ? detected : [];
  const all = [...asked, browser, languageInfo.fallbackLanguage, 'en'].filter(isTag).flatMap(withBase);
  return [...new Set(all)];
};
