// The person's own choice of language, in the footer of every page.
import { languages, nativeName } from '@tessera/phrases/languages';
import { useState } from 'react';
import { useApp } from '../app-context.ts';

export const LanguageChoice = () => {
  const { t, settings, language, chooseLanguage } = useApp();
  const [failed, setFailed] = useState(false);
  const ours = languages.map(({ tag }): string => tag);
  // Languages that the tenant added, and one that only the server knows.
  const tags = [...new Set([...ours, ...(settings.customLanguages ?? []), language])];
  const choose = (wanted: string) => {
    setFailed(false);
    chooseLanguage(wanted).catch(() => setFailed(true));
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
      <span role="status">{failed && t('error.language_not_loaded')}</span>
    </>
  );
};
