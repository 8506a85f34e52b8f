// Language selector in the footer.
import { IconChevronDown, IconWorld } from '@tabler/icons-react';
import { nativeName, translatedLanguages } from '@tessera/phrases/languages';
import { useState } from 'react';
import { type TextKey, useApp } from '../app-context.ts';

export const LanguageChoice = () => {
  const { t, settings, language, chooseLanguage } = useApp();
  const [problem, setProblem] = useState<{ text: TextKey; wanted?: string }>();
  const ours = translatedLanguages.map(({ tag }): string => tag);
  // Includes languages the tenant added and the current one.
  const tags = [...new Set([...ours, ...(settings.customLanguages ?? []), language])];
  const choose = (wanted: string) => {
    setProblem(undefined);
    chooseLanguage(wanted).then(
      (spoken) => setProblem(spoken === wanted ? undefined : { text: 'error.language_not_there', wanted }),
      () => setProblem({ text: 'error.language_not_loaded' }),
    );
  };
  return (
    <>
      <span className="language">
        <IconWorld size={14} stroke={1.75} aria-hidden />
        <IconChevronDown className="chevron" size={13} stroke={1.75} aria-hidden />
        <select
          aria-label={t('input.language')}
          value={language}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          {tags.map((tag) => (
            <option key={tag} value={tag} lang={tag}>
              {nativeName(tag)}
            </option>
          ))}
        </select>
      </span>
      <span role="status">{problem && t(problem.text, { language: nativeName(problem.wanted ?? language) })}</span>
    </>
  );
};
