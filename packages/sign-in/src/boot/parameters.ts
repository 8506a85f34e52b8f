// Moves the authorization request's parameters from the URL to the session store.
import type { SessionStore } from './session-store.ts';

const names = ['app_id', 'organization_id', 'ui_locales'] as const;

/** Reads and removes the parameters. A reload has none and keeps the stored ones; a new request replaces all three. */
export const takeParameters = (store: SessionStore) => {
  const query = new URLSearchParams(location.search);
  if (names.some((name) => query.has(name))) {
    store.forgetAttempt();
    for (const name of names) {
      store.set(name, query.get(name) || undefined);
      query.delete(name);
    }
    const search = query.toString();
    history.replaceState(history.state, '', `${location.pathname}${search && `?${search}`}${location.hash}`);
  }
  return {
    appId: store.get('app_id'),
    organizationId: store.get('organization_id'),
    uiLocales: store.get('ui_locales'),
  };
};
export type Parameters = ReturnType<typeof takeParameters>;
