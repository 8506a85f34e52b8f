// The app around the pages: shared state, theme, language, and the choice of the page by the path.
import { directionOf } from '@tessera/phrases/languages';
import { translate } from '@tessera/phrases/translate';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { createApi } from './api.ts';
import { AppContext, type App as AppState, type Failure, type Translate } from './app-context.ts';
import type { Booted } from './boot/boot.ts';
import { loadPhrases, storeLanguage } from './boot/language.ts';
import { ErrorPage } from './flows/error-page.tsx';
import { focusOnPage, noteMove } from './kit/focus-on-page.ts';
import { Frame } from './kit/frame.tsx';
import { leaveTo } from './leave.ts';
import { useNavigation } from './navigation.ts';
import { type Route, routeOf } from './routes.tsx';
import { type Look, useTheme } from './theme.ts';

const useFocusOnArrival = (place: unknown) => {
  const arrivals = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place is what one arrives at
  useEffect(() => {
    if (arrivals.current++ > 0) noteMove();
    focusOnPage();
  }, [place]);
};

const Routed = ({ route, go }: { route: Route; go: AppState['go'] }) => {
  useLayoutEffect(() => {
    if (route.redirect) go(route.redirect, { replace: true });
  }, [route, go]);
  return route.page ? <route.page /> : null;
};

type Props = Booted & { look?: Look };

export const App = ({ page, store, settings, spoken: initial, look }: Props) => {
  const navigation = useNavigation(page.base);
  const { theme, mobile } = useTheme(settings, look);
  const [spoken, setSpoken] = useState(initial);
  const [agreed, setAgreedHere] = useState(store.get('terms-agreed') ?? false);
  // Kept for those who come back from elsewhere.
  const setAgreed = useCallback(
    (agrees: boolean) => {
      setAgreedHere(agrees);
      store.set('terms-agreed', agrees);
    },
    [store],
  );
  const [failure, setFailure] = useState<(Failure & { at: string }) | undefined>(
    page.injected?.error && { ...page.injected.error, at: navigation.path },
  );
  const { language, phrases } = spoken;
  const { path } = navigation;

  useLayoutEffect(() => {
    document.documentElement.lang = language;
    document.documentElement.dir = directionOf(language);
  }, [language]);

  const t = useCallback<Translate>((key, values) => translate(phrases, key, values, language), [phrases, language]);
  const api = useMemo(() => createApi(page.base, language), [page.base, language]);
  const chooseLanguage = useCallback(
    async (wanted: string) => {
      const loaded = await loadPhrases(page, wanted);
      setSpoken(loaded);
      storeLanguage(page, loaded.language);
      // From here on the person's own choice counts, not the one that came with the request.
      store.set('ui_locales', undefined);
      return loaded.language;
    },
    [page, store],
  );
  const fail = useCallback((failed: Failure) => setFailure({ ...failed, at: path }), [path]);
  const leave = useCallback(
    (address: string) => {
      store.forgetAttempt();
      return leaveTo(address);
    },
    [store],
  );

  const failed = failure?.at === path ? failure : undefined;
  useFocusOnArrival(failed ?? path);
  const route = useMemo(() => routeOf(path, settings, store), [path, settings, store]);

  return (
    <AppContext
      value={{
        ...navigation,
        page,
        settings,
        store,
        api,
        t,
        language,
        chooseLanguage,
        theme,
        agreed,
        setAgreed,
        fail,
        leave,
      }}
    >
      <Frame isMobile={mobile}>
        {failed ? <ErrorPage failure={failed} /> : <Routed key={path} route={route} go={navigation.go} />}
      </Frame>
    </AppContext>
  );
};
