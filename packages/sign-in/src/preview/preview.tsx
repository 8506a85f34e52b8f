// Renders the sign-in page from the console's configuration, without interaction or requests.
import { translate } from '@tessera/phrases/translate';
import { createRoot } from 'react-dom/client';
import { App } from '../app.tsx';
import { loadPhrases, type Spoken } from '../boot/language.ts';
import type { Injected, Page, Settings } from '../boot/page.ts';
import type { Theme } from '../theme.ts';
import { type Screen, sampleApi, sampleStore, screens } from './samples.ts';

export type PreviewConfig = {
  /** Overrides of the tenant's public settings; missing ones are as saved. */
  signInExperience: Partial<Settings>;
  language: string;
  mode: Theme;
  platform: 'web' | 'mobile';
  isNative: boolean;
  /** The page to show; sign-in by default. */
  screen?: Screen;
};

/**
 * Web connectors for browsers, native ones for apps, universal ones for both. The platform is removed, since there is
 * no native bridge in the preview.
 */
const reachable = (connectors: readonly object[], isNative: boolean) =>
  connectors.flatMap((connector) => {
    const platform = 'platform' in connector ? connector.platform : null;
    const isShown = platform === null || platform === 'Universal' || platform === (isNative ? 'Native' : 'Web');
    return isShown ? [{ ...connector, platform: 'Universal' }] : [];
  }) as unknown as Settings['socialConnectors'];

/** One Tap would load an external script. */
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
    // Don't cache failures, so that the next change retries.
    known.catch(() => texts.delete(language));
    return known;
  };
  let newest: PreviewConfig | undefined;

  return (config: PreviewConfig) => {
    newest = config;
    const { language, mode, platform, isNative, screen = 'sign-in' } = config;
    const error = { code: 'session.not_found', message: '' };
    const shownPage = screen === 'error' ? { ...page, injected: { ...page.injected, error } as Injected } : page;
    const given = withoutOneTap({ ...signInExperience.data, ...config.signInExperience });
    const settings = { ...given, socialConnectors: reachable(given.socialConnectors, isNative) };
    const show = (spoken: Spoken) => {
      if (newest !== config) return;
      const application = translate(spoken.phrases, 'description.example_application', {}, spoken.language);
      const named = { ...settings, application: { name: application, isThirdParty: false, homeUrl: location.origin } };
      const parts = {
        page: shownPage,
        store: sampleStore(screen),
        api: sampleApi(application),
        settings: screen === 'error' ? named : settings,
        spoken,
        look: { theme: mode, platform },
      };
      history.replaceState(null, '', `${page.base}${screens[screen]}${location.search}`);
      root.render(<App key={`${spoken.language} ${settings.signInMode} ${screen}`} {...parts} />);
    };
    spokenIn(language).then(show, () => show({ language: phrases.lng, phrases: phrases.data }));
  };
};
