// Detects a new release while a tab is open, when chunks that are not loaded yet are gone from the server. Reloads the
// page once; drafts restore unsaved input.
import { reach } from './problem.ts';
import type { Settings } from './settings.ts';

export type Release = ReturnType<typeof createRelease>;

const missingPart = 'MissingPart';

/** A chunk could not be loaded: it is gone, or the server is unreachable. */
export const isMissingPart = (error: unknown): boolean => error instanceof Error && error.name === missingPart;

/**
 * Gives preload errors one name, since browsers use different ones. It also stops the router from reloading the page
 * before we know that a new release exists.
 */
export const nameMissingParts = () =>
  window.addEventListener('vite:preloadError', ({ payload }) => {
    payload.name = missingPart;
    payload.message = '';
  });

/** Script names contain a hash, so they identify a release. */
const scriptsOf = (page: Document) =>
  [...page.querySelectorAll('script[type=module][src]')].map((script) => script.getAttribute('src')).join(' ');

export function createRelease({ wire }: Pick<Settings, 'wire'>) {
  const key = wire.storageKey('reloaded_for');
  return {
    /** Reloads the page if there is a newer release, at most once per release; returns whether it does. */
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
