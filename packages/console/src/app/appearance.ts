// Color scheme (system, light or dark), stored under the console's own key.
import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';

export const appearanceModes = ['system', 'light', 'dark'] as const;
export type AppearanceMode = (typeof appearanceModes)[number];

export const isAppearanceMode = (value: unknown): value is AppearanceMode =>
  appearanceModes.some((mode) => mode === value);

export const schemeOf = (mode: AppearanceMode): MantineColorScheme => (mode === 'system' ? 'auto' : mode);
export const modeOf = (scheme: MantineColorScheme): AppearanceMode => (scheme === 'auto' ? 'system' : scheme);

export function createAppearanceManager(key: string): MantineColorSchemeManager {
  let stop = () => {};
  return {
    get(fallback) {
      const stored = localStorage.getItem(key);
      return isAppearanceMode(stored) ? schemeOf(stored) : fallback;
    },
    set: (scheme) => localStorage.setItem(key, modeOf(scheme)),
    subscribe(update) {
      const listener = (event: StorageEvent) => {
        if (event.key === key && isAppearanceMode(event.newValue)) update(schemeOf(event.newValue));
      };
      window.addEventListener('storage', listener);
      stop = () => window.removeEventListener('storage', listener);
    },
    unsubscribe: () => stop(),
    clear: () => localStorage.removeItem(key),
  };
}
