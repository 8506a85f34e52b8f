// Problems of custom domains, in the caller's language.
import ar from './ar/domains.json' with { type: 'json' };
import de from './de/domains.json' with { type: 'json' };
import en from './en/domains.json' with { type: 'json' };
import { matchLanguage } from './languages.ts';
import { type PhraseValues, translate } from './translate.ts';

const dictionaries = { ar, de, en } as const;

export type DomainProblem = keyof typeof en;

export const domainText = (problem: string, languages: readonly string[], values: PhraseValues): string => {
  const language = matchLanguage(languages, Object.keys(dictionaries)) as keyof typeof dictionaries | undefined;
  return translate(dictionaries[language ?? 'en'], problem, values, language ?? 'en', en);
};
