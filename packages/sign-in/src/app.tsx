// The app shell: shared state, theme, language and routing.
import { directionOf } from '@tessera/phrases/languages';
import { translate } from '@tessera/phrases/translate';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { createApi } from './api.ts';
import { AppContext, type App as AppState, type Failure, type Translate } from './app-context.ts';
import type { Booted } from './boot/boot.ts';
import { loadPhrases, storeLanguage } from './boot/language.ts';
import { type Arrival, Success } from './flows/success.tsx';
import { focusOnPage, noteMove } from './kit/focus-on-page.ts';
import { Frame } from './kit/frame.tsx';
import { laterPage } from './kit/later-page.tsx';
import { leaveTo } from './leave.ts';
import { useNavigation } from './navigation.ts';
import { useOtherTabs } from './other-tabs.ts';
import { type Route, routeOf } from './routes.tsx';
import { type Look, useTheme } from './theme.ts';

const ErrorPage = laterPage(async () => (await import('./flows/error-page.tsx')).ErrorPage);

const useFocusOnArrival = (place: unknown) => {
  const arrivals = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the path changes
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

/** The confirmation is visible for a moment, except to users who prefer less motion. */
const confirmation = () =>
  new Promise((resolve) => {
    setTimeout(resolve, matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 600);
  });

/** `look` and `api`: in the preview. */
type Props = Booted & { look?: Look; api?: AppState['api'] };

export const App = ({ page, store, settings, spoken: initial, look, api: given }: Props) => {
  const navigation = useNavigation(page.base);
  const { theme, mobile } = useTheme(settings, look);
  const [spoken, setSpoken] = useState(initial);
  const [agreed, setAgreedHere] = useState(store.get('terms-agreed') ?? false);
  // Stored for users who return from an external sign-in.
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
  useOtherTabs(page, store, path);

  useLayoutEffect(() => {
    document.documentElement.lang = language;
    document.documentElement.dir = directionOf(language);
  }, [language]);

  const t = useCallback<Translate>((key, values) => translate(phrases, key, values, language), [phrases, language]);
  const ours = useMemo(
    () => createApi(page.base, language, () => store.get('interaction')),
    [page.base, language, store],
  );
  const chooseLanguage = useCallback(
    async (wanted: string) => {
      const loaded = await loadPhrases(page, wanted);
      setSpoken(loaded);
      storeLanguage(page, loaded.language);
      // From here on the user's choice overrides `ui_locales` of the request.
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

  const [success, setSuccess] = useState<Arrival>();
  const { go } = navigation;
  const succeed = useCallback(
    async (to: string) => {
      setSuccess({ to, event: store.get('interaction-event') });
      await confirmation();
      store.forgetAttempt();
      store.set('finished', true);
      // Back in the browser's history, there is nothing left to do here.
      await leaveTo(to);
      setSuccess(undefined);
      go('/unknown-session', { replace: true });
    },
    [store, go],
  );

  const failed = failure?.at === path ? failure : undefined;
  useFocusOnArrival(success ?? failed ?? path);
  const route = useMemo(() => routeOf(path, settings, store), [path, settings, store]);

  return (
    <AppContext
      value={{
        ...navigation,
        page,
        settings,
        store,
        api: given ?? ours,
        t,
        language,
        chooseLanguage,
        theme,
        isMobile: mobile,
        agreed,
        setAgreed,
        fail,
        leave,
        succeed,
      }}
    >
      <Frame>
        {success ? (
          <Success {...success} />
        ) : failed ? (
          <ErrorPage failure={failed} />
        ) : (
          <Routed key={path} route={route} go={go} />
        )}
      </Frame>
    </AppContext>
  );
};
