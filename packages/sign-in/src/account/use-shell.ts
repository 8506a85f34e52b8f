// What all account pages share with the sign-in pages: texts, theme and navigation.
import { directionOf } from '@tessera/phrases/languages';
import { translate } from '@tessera/phrases/translate';
import { useCallback, useLayoutEffect, useMemo, useState } from 'react';
import { createApi } from '../api.ts';
import type { App, Translate } from '../app-context.ts';
import type { Booted } from '../boot/boot.ts';
import { loadPhrases, storeLanguage } from '../boot/language.ts';
import { leaveTo } from '../leave.ts';
import { useNavigation } from '../navigation.ts';
import { type Look, useTheme } from '../theme.ts';
import type { AccountTranslate } from './account-context.ts';

export const useShell = ({ page, store, settings, spoken: initial }: Booted, look?: Look) => {
  const navigation = useNavigation(page.base);
  const { theme, mobile } = useTheme(settings, look);
  const [spoken, setSpoken] = useState(initial);
  const { language, phrases } = spoken;

  useLayoutEffect(() => {
    document.documentElement.lang = language;
    document.documentElement.dir = directionOf(language);
  }, [language]);
  const t = useCallback<AccountTranslate>(
    (key, values) => translate(phrases, key, values, language),
    [phrases, language],
  );
  const chooseLanguage = useCallback(
    async (wanted: string) => {
      const loaded = await loadPhrases(page, wanted);
      setSpoken(loaded);
      storeLanguage(page, loaded.language);
      return loaded.language;
    },
    [page],
  );
  const api = useMemo(() => createApi(page.base, language, () => undefined), [page.base, language]);
  /** Components of the sign-in pages expect it. */
  const app: App = {
    ...navigation,
    page,
    settings,
    store,
    api,
    t: t as Translate,
    language,
    chooseLanguage,
    theme,
    isMobile: mobile,
    agreed: false,
    setAgreed: () => undefined,
    fail: () => undefined,
    leave: leaveTo,
    succeed: leaveTo,
  };
  return { app, t };
};
