// Moving between the pages with the browser's history, below the tenant's base path.
import { useCallback, useEffect, useState } from 'react';
import type { TextKey } from './app-context.ts';

const pathBelow = (base: string) => location.pathname.slice(base.length).replace(/\/+$/, '') || '/';

export type Navigation = {
  path: string;
  /** The full address of a page; the parameters of the request stay with it. */
  address: (path: string) => string;
  /** The news go with the page that they are for: they stay when it is reloaded, and no other page shows them. */
  go: (path: string, how?: { replace?: boolean; news?: TextKey }) => void;
  news: TextKey | undefined;
};

export const useNavigation = (base: string): Navigation => {
  const [path, setPath] = useState(() => pathBelow(base));
  useEffect(() => {
    const follow = () => setPath(pathBelow(base));
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, [base]);
  const address = useCallback((to: string) => `${base}${to}${location.search}`, [base]);
  const go = useCallback<Navigation['go']>(
    (to, { replace = false, news } = {}) => {
      const state = news ? { news } : null;
      if (replace) history.replaceState(state, '', address(to));
      else history.pushState(state, '', address(to));
      setPath(to);
      scrollTo(0, 0);
    },
    [address],
  );
  const { news } = (history.state ?? {}) as { news?: TextKey };
  return { path, address, go, news };
};
