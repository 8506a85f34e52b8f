// Loads everything the first page needs; usually the server has embedded all of it.
import { type Spoken, speak } from './language.ts';
import { type Page, readPage, type Settings } from './page.ts';
import { type Parameters, takeParameters } from './parameters.ts';
import { type SessionStore, sessionStore } from './session-store.ts';

export type Booted = { page: Page; store: SessionStore; settings: Settings; spoken: Spoken };

const loadSettings = async ({ base, injected }: Page, { appId, organizationId }: Parameters): Promise<Settings> => {
  const given = injected?.signInExperience;
  // Without its own parameters, the page uses those the server knows from the cookie.
  const fits = (wanted: string | undefined, got: string | undefined) => wanted === undefined || wanted === got;
  if (given && fits(appId, given.appId) && fits(organizationId, given.organizationId)) return given.data;
  const query = new URLSearchParams({ ...(organizationId && { organizationId }), ...(appId && { appId }) });
  const response = await fetch(`${base}/api/.well-known/sign-in-exp?${query}`, { signal: AbortSignal.timeout(20_000) });
  if (!response.ok) throw new Error(response.statusText);
  return (await response.json()) as Settings;
};

/**
 * The server knows the newest sign-in of the browser, which may be that of another tab. So a page that is loaded again
 * stays with its own.
 */
const takeInteraction = ({ injected }: Page, store: SessionStore) => {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isArriving = navigation?.type === 'navigate' || !store.get('interaction');
  if (!injected?.interactionId || !isArriving) return;
  store.set('interaction', injected.interactionId);
  store.set('request', injected.request);
};

export const boot = async (): Promise<Booted> => {
  const page = readPage();
  const store = sessionStore(page.namespace, page.base);
  const parameters = takeParameters(store);
  takeInteraction(page, store);
  const settings = await loadSettings(page, parameters);
  return { page, store, settings, spoken: await speak(page, settings, parameters.uiLocales) };
};

/** Boots the app; on failure shows the error text prepared in the HTML. */
export const startPage = (show: (booted: Booted) => void) => {
  boot()
    .then(show)
    .catch(() => {
      document.getElementById('unreachable')?.removeAttribute('hidden');
    });
};
