// Names of enterprise identity providers and problems of email domains, in the caller's language.
import ar from './ar/sso-connectors.json' with { type: 'json' };
import de from './de/sso-connectors.json' with { type: 'json' };
import en from './en/sso-connectors.json' with { type: 'json' };
import { matchLanguage } from './languages.ts';
import { lookUp, type PhraseValues, translate } from './translate.ts';

const dictionaries = { ar, de, en } as const;
type ProviderName = keyof typeof en.providers;

const text = (key: string, languages: readonly string[], values?: PhraseValues): string => {
  const language = matchLanguage(languages, Object.keys(dictionaries)) as keyof typeof dictionaries | undefined;
  return translate(dictionaries[language ?? 'en'], key, values, language ?? 'en', en);
};

export const ssoProviderText = (name: ProviderName, part: 'name' | 'description', languages: readonly string[]) =>
  text(`providers.${name}.${part}`, languages);

export const ssoDomainText = (problem: string, languages: readonly string[], values: PhraseValues) =>
  text(`domains.${problem}`, languages, values);

/** Of connection tests: what a step found, and what to do about a problem. Some texts differ by protocol. */
export const ssoTestText = (key: string, languages: readonly string[], values?: PhraseValues, protocol = 'oidc') =>
  text(lookUp(en, `test.${protocol}.${key}`) ? `test.${protocol}.${key}` : `test.${key}`, languages, values);
