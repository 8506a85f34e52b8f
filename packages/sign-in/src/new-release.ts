// Loads chunks on demand. If a new release has removed them, reloads the page once and continues.
import type { App } from './app-context.ts';

/** Script names contain a hash, so they identify a release. */
const scriptsOf = (page: Document) =>
  [...page.querySelectorAll('script[type=module][src]')].map((script) => script.getAttribute('src')).join(' ');

/** The preview page needs no session. */
const newestScripts = async ({ base, pages }: App['page']) => {
  const response = await fetch(`${base}/${pages}?preview=true`, {
    cache: 'no-store',
    signal: AbortSignal.timeout(20_000),
  });
  return response.ok ? scriptsOf(new DOMParser().parseFromString(await response.text(), 'text/html')) : '';
};

export const loadPart = async <T>({ page, store }: Pick<App, 'page' | 'store'>, load: () => Promise<T>): Promise<T> => {
  try {
    return await load();
  } catch (error) {
    const newest = await newestScripts(page).catch(() => '');
    if (!newest || newest === scriptsOf(document) || store.get('reloaded-for') === newest) throw error;
    store.set('reloaded-for', newest);
    location.reload();
    return new Promise(() => undefined);
  }
};
