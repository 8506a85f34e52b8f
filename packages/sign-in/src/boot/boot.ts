// Everything that has to be known before the first page can be shown; usually the server has put it all into the page.
import { type Spoken, speak } from './language.ts';
import { type Page, readPage, type Settings } from './page.ts';
import { type Parameters, takeParameters } from './parameters.ts';
import { type SessionStore, sessionStore } from './session-store.ts';

export type Booted = { page: Page; store: SessionStore; settings: Settings; spoken: Spoken };

const loadSettings = async ({ base, injected }: Page, { appId, organizationId }: Parameters): Promise<Settings> => {
  const given = injected?.signInExperience;
  // Without parameters of its own the page trusts the server, which knows them from its cookie.
  const fits = (wanted: string | undefined, got: string | undefined) => wanted === undefined || wanted === got;
  if (given && fits(appId, given.appId) && fits(organizationId, given.organizationId)) return given.data;
  const query = new URLSearchParams({ ...(organizationId && { organizationId }), ...(appId && { appId }) });
  const response = await fetch(`${base}/api/.well-known/sign-in-exp?${query}`, { signal: AbortSignal.timeout(20_000) });
  if (!response.ok) throw new Error(response.statusText);
  return (await response.json()) as Settings;
};

export const boot = async (): Promise<Booted> => {
  const page = readPage();
  const store = sessionStore(page.namespace, page.base);
  const parameters = takeParameters(store);
  const settings = await loadSettings(page, parameters);
  return { page, store, settings, spoken: await speak(page, settings, parameters.uiLocales) };
};

/** Runs what shows the first page; where that fails, shows the text that waits in the HTML for this case. */
export const startPage = (show: (booted: Booted) => void) => {
  boot()
    .then(show)
    .catch(() => {
      document.getElementById('unreachable')?.removeAttribute('hidden');
    });
};
