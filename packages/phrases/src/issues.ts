// Error messages of single fields, in the caller's language.
import type { BrokenRule } from '@tessera/contract/field-issues';
import ar from './ar/issues.json' with { type: 'json' };
import de from './de/issues.json' with { type: 'json' };
import en from './en/issues.json' with { type: 'json' };
import { matchLanguage } from './languages.ts';
import { type PhraseKey, type Phrases, type PhraseValues, translate } from './translate.ts';

const dictionaries = { ar, de, en } as const satisfies Record<string, Phrases & { rules: Record<BrokenRule, string> }>;

export type IssueKey = PhraseKey<typeof en>;

export const issueText = (key: IssueKey, languages: readonly string[], values?: PhraseValues): string => {
  const language = matchLanguage(languages, Object.keys(dictionaries)) as keyof typeof dictionaries | undefined;
  return translate(dictionaries[language ?? 'en'], key, values, language ?? 'en', en);
};
