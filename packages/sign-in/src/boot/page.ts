// What the server wrote into the page: tenant base path, wire namespace, sign-in settings and texts.
import type { PublicSignInExperience } from '@tessera/contract/sign-in-experience';
import type { Phrases } from '@tessera/phrases/translate';

export type Settings = PublicSignInExperience;

export type Injected = {
  signInExperience: { appId?: string; organizationId?: string; data: Settings };
  phrases: { lng: string; data: Phrases };
  /** Set when the server answers a navigation with the error page. */
  error?: { code: string; message: string };
  /** Set in the frame of the console: whose messages say what is shown. */
  preview?: { origin: string };
};

declare global {
  interface Window {
    __ssr: Injected | string;
    __base: string;
    __ns: string;
  }
}

export type Page = { base: string; namespace: string; injected: Injected | undefined };

// A placeholder that nobody replaced: the files are served by something other than our server.
const filled = (value: string, otherwise: string) => (value.startsWith('__') ? otherwise : value);

export const readPage = (): Page => ({
  base: filled(window.__base, ''),
  namespace: filled(window.__ns, 'tessera'),
  injected: typeof window.__ssr === 'string' ? undefined : window.__ssr,
});

/** The nonce by which our policy knows styles that we add; browsers hide it from the attribute, not from scripts. */
export const styleNonce = () => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
