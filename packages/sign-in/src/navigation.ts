// Client-side navigation below the tenant's base path.
import { useCallback, useEffect, useState } from 'react';
import type { Navigation, TextKey } from './app-context.ts';

const pathBelow = (base: string) => location.pathname.slice(base.length).replace(/\/+$/, '') || '/';

export const useNavigation = (base: string): Navigation => {
  const [path, setPath] = useState(() => pathBelow(base));
  useEffect(() => {
    const follow = () => setPath(pathBelow(base));
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, [base]);
  const address = useCallback((to: string) => `${base}${to}${location.search}`, [base]);
  const go = useCallback<Navigation['go']>(
    (to, { replace = false, notice } = {}) => {
      const state = notice ? { notice } : null;
      if (replace) history.replaceState(state, '', address(to));
      else history.pushState(state, '', address(to));
      setPath(to);
      scrollTo(0, 0);
    },
    [address],
  );
  const { notice } = (history.state ?? {}) as { notice?: TextKey };
  return { path, address, go, notice };
};
