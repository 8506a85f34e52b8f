// A new release while a tab is open: parts of the old one that this tab has not loaded yet are gone from the server. The
// page is loaded anew, once; drafts bring back what was typed.
import { reach } from './problem.ts';
import type { Settings } from './settings.ts';

export type Release = ReturnType<typeof createRelease>;

const missingPart = 'MissingPart';

/** A part of the console could not be loaded: it is gone, or the server cannot be reached. */
export const isMissingPart = (error: unknown): boolean => error instanceof Error && error.name === missingPart;

/**
 * Browsers have different words for it; from here on it has one name. The router would also reload the page on theirs,
 * without asking first whether there is anything to load.
 */
export const nameMissingParts = () =>
  window.addEventListener('vite:preloadError', ({ payload }) => {
    payload.name = missingPart;
    payload.message = '';
  });

/** Each release has scripts with names of their own. */
const scriptsOf = (page: Document) =>
  [...page.querySelectorAll('script[type=module][src]')].map((script) => script.getAttribute('src')).join(' ');

export function createRelease({ wire }: Pick<Settings, 'wire'>) {
  const key = wire.storageKey('reloaded_for');
  return {
    /** Loads the page anew if there is a newer one, and says whether it does. Never twice for the same one. */
    async renew(): Promise<boolean> {
      const response = await reach(window.location.href, { cache: 'no-store' });
      const newest = scriptsOf(new DOMParser().parseFromString(await response.text(), 'text/html'));
      const isNewer = newest !== '' && newest !== scriptsOf(document);
      if (!isNewer || sessionStorage.getItem(key) === newest) return false;
      sessionStorage.setItem(key, newest);
      window.location.reload();
      return true;
    },
  };
}
