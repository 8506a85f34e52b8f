// Moving between the pages with the browser's history, below the tenant's base path.
import { useCallback, useEffect, useState } from 'react';

const pathBelow = (base: string) => location.pathname.slice(base.length).replace(/\/+$/, '') || '/';

export type Navigation = {
  path: string;
  /** The full address of a page; the parameters of the request stay with it. */
  address: (path: string) => string;
  go: (path: string, how?: { replace: boolean }) => void;
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
    (to, { replace } = { replace: false }) => {
      if (replace) history.replaceState(null, '', address(to));
      else history.pushState(null, '', address(to));
      setPath(to);
      scrollTo(0, 0);
    },
    [address],
  );
  return { path, address, go };
};
