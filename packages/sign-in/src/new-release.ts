// Parts of the app that are loaded when they are first needed. A newer release does not have those of this one any more:
// then the page is loaded anew, once, and goes on where it was.
import type { App } from './app-context.ts';

/** Each release has scripts with names of their own. */
const scriptsOf = (page: Document) =>
  [...page.querySelectorAll('script[type=module][src]')].map((script) => script.getAttribute('src')).join(' ');

/** The preview is the page that needs no sign-in. */
const newestScripts = async (base: string) => {
  const response = await fetch(`${base}/sign-in?preview=true`, {
    cache: 'no-store',
    signal: AbortSignal.timeout(20_000),
  });
  return response.ok ? scriptsOf(new DOMParser().parseFromString(await response.text(), 'text/html')) : '';
};

export const loadPart = async <T>({ page, store }: Pick<App, 'page' | 'store'>, load: () => Promise<T>): Promise<T> => {
  try {
    return await load();
  } catch (error) {
    const newest = await newestScripts(page.base).catch(() => '');
    if (!newest || newest === scriptsOf(document) || store.get('reloaded-for') === newest) throw error;
    store.set('reloaded-for', newest);
    location.reload();
    return new Promise(() => undefined);
  }
};
