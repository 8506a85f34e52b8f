// What every page of the app may use: settings, texts, navigation, API and the state shared between pages.
import type english from '@tessera/phrases/en/sign-in.json';
import type { PhraseKey, PhraseValues } from '@tessera/phrases/translate';
import { createContext, useContext } from 'react';
import type { Api } from './api.ts';
import type { Page, Settings } from './boot/page.ts';
import type { SessionStore } from './boot/session-store.ts';
import type { Navigation } from './navigation.ts';

export type TextKey = PhraseKey<typeof english>;
export type Translate = (key: TextKey, values?: PhraseValues) => string;
export type Failure = { code: string; message: string };

export type App = Navigation & {
  page: Page;
  settings: Settings;
  store: SessionStore;
  api: Api;
  t: Translate;
  language: string;
  /** Answers the language that the page speaks then: there may be no texts in the wanted one. */
  chooseLanguage: (language: string) => Promise<string>;
  theme: 'light' | 'dark';
  /** Whether the person has agreed to the terms in this sign-in. */
  agreed: boolean;
  setAgreed: (agreed: boolean) => void;
  /** Gives the sign-in up and shows the error page. */
  fail: (failure: Failure) => void;
  /** Goes to an address outside these pages; settles only if the browser brings the person back to this very page. */
  leave: (address: string) => Promise<void>;
};

export const AppContext = createContext<App | undefined>(undefined);

export const useApp = (): App => {
  const app = useContext(AppContext);
  if (!app) throw new Error('Rendered outside the app');
  return app;
};

/** The theming class names that tenants may rely on in their own CSS. */
export const themingClass = (namespace: string, name: string) => `${namespace}_${name}`;
