// Shows the sign-in page as the console describes it, without a sign-in: nothing can be pressed, and nothing is sent.
import { createRoot } from 'react-dom/client';
import { App } from '../app.tsx';
import { loadPhrases, type Spoken } from '../boot/language.ts';
import type { Page, Settings } from '../boot/page.ts';
import type { SessionStore } from '../boot/session-store.ts';
import type { Theme } from '../theme.ts';

export type PreviewConfig = {
  /** As the public settings of the tenant; what is missing is as it is saved. */
  signInExperience: Partial<Settings>;
  language: string;
  mode: Theme;
  platform: 'web' | 'mobile';
  isNative: boolean;
  /** The page that is shown; without a word, the one where people sign in. */
  screen?: 'sign-in' | 'register';
};

/** The frame shares its storage with the pages of a real sign-in in this tab, which are none of its business. */
const emptyStore: SessionStore = { get: () => undefined, set: () => undefined, forgetAttempt: () => undefined };

/**
 * In a browser, connectors for the web; in an application, those made for it. Others serve everywhere, and so do all that
 * are left here: there is no application around the preview that could be asked.
 */
const reachable = (connectors: readonly object[], isNative: boolean) =>
  connectors.flatMap((connector) => {
    const platform = 'platform' in connector ? connector.platform : null;
    const isShown = platform === null || platform === 'Universal' || platform === (isNative ? 'Native' : 'Web');
    return isShown ? [{ ...connector, platform: 'Universal' }] : [];
  }) as unknown as Settings['socialConnectors'];

/** Would load a script from elsewhere as soon as the page is shown. */
const withoutOneTap = (settings: Settings): Settings =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => name !== 'googleOneTap')) as Settings;

export const createPreview = (page: Page) => {
  const place = document.getElementById('app');
  const { signInExperience, phrases } = page.injected ?? {};
  if (!place || !signInExperience || !phrases) return () => undefined;
  place.inert = true;
  document.body.classList.add('preview');
  const root = createRoot(place);
  const texts = new Map<string, Promise<Spoken>>([
    [phrases.lng, Promise.resolve({ language: phrases.lng, phrases: phrases.data })],
  ]);
  const spokenIn = (language: string): Promise<Spoken> => {
    const known = texts.get(language) ?? loadPhrases(page, language);
    texts.set(language, known);
    // Not remembered when it failed, so that the next change tries again.
    known.catch(() => texts.delete(language));
    return known;
  };
  let newest: PreviewConfig | undefined;

  return (config: PreviewConfig) => {
    newest = config;
    const { language, mode, platform, isNative, screen = 'sign-in' } = config;
    const given = withoutOneTap({ ...signInExperience.data, ...config.signInExperience });
    const settings = { ...given, socialConnectors: reachable(given.socialConnectors, isNative) };
    const show = (spoken: Spoken) => {
      if (newest !== config) return;
      const parts = { page, store: emptyStore, settings, spoken, look: { theme: mode, platform } };
      history.replaceState(null, '', `${page.base}/${screen}${location.search}`);
      root.render(<App key={`${spoken.language} ${settings.signInMode} ${screen}`} {...parts} />);
    };
    spokenIn(language).then(show, () => show({ language: phrases.lng, phrases: phrases.data }));
  };
};
