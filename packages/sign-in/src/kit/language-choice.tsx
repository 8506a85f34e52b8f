// The person's own choice of language, in the footer of every page.
import { languages } from '@tessera/phrases/languages';
import { useState } from 'react';
import { useApp } from '../app-context.ts';

export const LanguageChoice = () => {
  const { t, language, chooseLanguage } = useApp();
  const [failed, setFailed] = useState(false);
  const known = languages.some(({ tag }) => tag === language);
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
        {!known && <option value={language}>{language}</option>}
        {languages.map(({ tag, name }) => (
          <option key={tag} value={tag} lang={tag}>
            {name}
          </option>
        ))}
      </select>
      <span role="status">{failed && t('error.language_not_loaded')}</span>
    </>
  );
};
