// The sign-in method last used in this browser. Only its name is stored, never who used it.
import type { Page } from './page.ts';

export type SignInMethod = 'password' | 'code' | 'passkey' | 'sso' | `social:${string}`;

const storageKey = ({ namespace, base }: Page) => `${namespace}:${location.origin}${base}:last-method`;

export const lastMethod = (page: Page): string | undefined => {
  try {
    return localStorage.getItem(storageKey(page)) ?? undefined;
  } catch {
    return undefined;
  }
};

export const storeMethod = (page: Page, method: SignInMethod) => {
  try {
    localStorage.setItem(storageKey(page), method);
  } catch {}
};
