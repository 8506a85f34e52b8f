// The person's own choice of language, in the footer of every page.
import { languages, nativeName } from '@tessera/phrases/languages';
import { useState } from 'react';
import { type TextKey, useApp } from '../app-context.ts';

export const LanguageChoice = () => {
  const { t, settings, language, chooseLanguage } = useApp();
  const [problem, setProblem] = useState<{ text: TextKey; wanted?: string }>();
  const ours = languages.map(({ tag }): string => tag);
  // Languages that the tenant added, and one that only the server knows.
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
      <select
        className="language"
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
      <span role="status">{problem && t(problem.text, { language: nativeName(problem.wanted ?? language) })}</span>
    </>
  );
};
