// The steps of a guide that were ticked off, by connector, in this browser.
import { useState } from 'react';
import { useServices } from '../../app/services.tsx';

const parse = (stored: string | null): string[] => {
  try {
    const value: unknown = JSON.parse(stored ?? '');
    return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
};

/** Steps are known by their titles, since a new release may add one in between. */
export function useTickedSteps(connectorId: string) {
  const { settings } = useServices();
  const key = `${settings.wire.storageKey('connector_guide')}:${connectorId}`;
  const [ticked, setTicked] = useState(() => parse(localStorage.getItem(key)));
  const tick = (title: string, isDone: boolean) => {
    const next = isDone ? [...ticked, title] : ticked.filter((one) => one !== title);
    setTicked(next);
    try {
      if (next.length > 0) localStorage.setItem(key, JSON.stringify(next));
      else localStorage.removeItem(key);
    } catch {
      // Storage is full; the page still shows it.
    }
  };
  return { ticked, tick };
}
