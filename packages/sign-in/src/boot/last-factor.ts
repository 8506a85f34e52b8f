// The second factor last used in this browser. Only its name is stored, never who used it.
import type { Page } from './page.ts';

const storageKey = ({ namespace, base }: Page) => `${namespace}:${location.origin}${base}:last-factor`;

export const lastFactor = (page: Page): string | undefined => {
  try {
    return localStorage.getItem(storageKey(page)) ?? undefined;
  } catch {
    return undefined;
  }
};

export const storeFactor = (page: Page, factor: string) => {
  try {
    localStorage.setItem(storageKey(page), factor);
  } catch {}
};
