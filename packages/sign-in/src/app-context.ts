// The app context: settings, phrases, navigation, API and shared state.
import type english from '@tessera/phrases/en/sign-in.json';
import type { PhraseKey, PhraseValues } from '@tessera/phrases/translate';
import { createContext, useContext } from 'react';
import type { Api } from './api.ts';
import type { Page, Settings } from './boot/page.ts';
import type { SessionStore } from './boot/session-store.ts';

export type TextKey = PhraseKey<typeof english>;
export type Translate = (key: TextKey, values?: PhraseValues) => string;
export type Failure = { code: string; message: string };

export type Navigation = {
  path: string;
  /** The full URL of a page, including the request's parameters. */
  address: (path: string) => string;
  /** `notice` is stored with the history entry: it survives a reload and is shown on that page only. */
  go: (path: string, how?: { replace?: boolean; notice?: TextKey }) => void;
  notice: TextKey | undefined;
};

export type App = Navigation & {
  page: Page;
  settings: Settings;
  store: SessionStore;
  api: Api;
  t: Translate;
  language: string;
  /** Returns the language actually used: there may be no phrases in the requested one. */
  chooseLanguage: (language: string) => Promise<string>;
  theme: 'light' | 'dark';
  /** A phone or tablet. */
  isMobile: boolean;
  /** Whether the user has agreed to the terms in this sign-in. */
  agreed: boolean;
  setAgreed: (agreed: boolean) => void;
  /** Ends the sign-in with the error page. */
  fail: (failure: Failure) => void;
  /** Navigates away from these pages; resolves only if the browser restores this page from its cache. */
  leave: (address: string) => Promise<void>;
  /** The same after a completed sign-in, with a short confirmation. */
  succeed: (address: string) => Promise<void>;
};

export const AppContext = createContext<App | undefined>(undefined);

export const useApp = (): App => {
  const app = useContext(AppContext);
  if (!app) throw new Error('Rendered outside the app');
  return app;
};

/** Class names that tenants can use in custom CSS. */
export const themingClass = (namespace: string, name: string) => `${namespace}_${name}`;
