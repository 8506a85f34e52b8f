// Error messages of the server in the caller's language.
import ar from './ar/errors.json' with { type: 'json' };
import de from './de/errors.json' with { type: 'json' };
import en from './en/errors.json' with { type: 'json' };
import { matchLanguage } from './languages.ts';
import { lookUp, type PhraseKey, type Phrases, type PhraseValues, translate } from './translate.ts';

export type ErrorPhraseKey = PhraseKey<typeof en>;

const dictionaries = { ar, de, en } as const satisfies Record<string, Phrases>;

export const errorLanguages = Object.keys(dictionaries) as (keyof typeof dictionaries)[];

// Codes from elsewhere, such as the OIDC library, may have no message.
const substitute = (code: string): ErrorPhraseKey =>
  code.startsWith('oidc.') ? 'oidc.provider_error_fallback' : 'request.general';

/** The message of an error code in the first supported language, else in English. */
export function errorMessage(code: string, languages: readonly string[], values?: PhraseValues): string {
  const language = matchLanguage(languages, errorLanguages) ?? 'en';
  const key = lookUp(en, code) === undefined ? substitute(code) : code;
  return translate(dictionaries[language], key, values, language, en);
}

/** For an administrator, who can fix what users can only report. */
export const administratorMessage: typeof errorMessage = (code, languages, values) => {
  const own = `for_administrators.${code}`;
  return errorMessage(lookUp(en, own) === undefined ? code : own, languages, values);
};
