// Values the server embeds in the page: base path, wire namespace, settings and phrases.
import type { PublicAccountCenter, ReturnAddress } from '@tessera/contract/account-center';
import type { DevicePage } from '@tessera/contract/device-page';
import type { PublicSignInExperience } from '@tessera/contract/sign-in-experience';
import type { EndUserPages } from '@tessera/contract/well-known';
import type { Phrases } from '@tessera/phrases/translate';

export type Settings = PublicSignInExperience;

export type Injected = {
  signInExperience: { appId?: string; organizationId?: string; data: Settings };
  phrases: { lng: string; data: Phrases };
  /** The pending authorization request, as a path to start it again. */
  request?: string;
  /** The ID of the pending sign-in, since a browser can have several in its tabs. */
  interactionId?: string;
  /** Set on the pages of the device flow. */
  device?: DevicePage;
  /** Set when the server renders the error page. */
  error?: { code: string; message: string };
  /** Set in the console's preview frame: the origin whose messages configure it. */
  preview?: { origin: string };
  /** Set in the demo app: whether the tenant has account pages. */
  hasAccountPages?: boolean;
  /** Set on the account pages. */
  accountCenter?: PublicAccountCenter;
  returnTo?: ReturnAddress;
};

declare global {
  interface Window {
    __ssr: Injected | string;
    __base: string;
    __ns: string;
  }
}

export type Page = { base: string; namespace: string; pages: EndUserPages; injected: Injected | undefined };

// An unreplaced placeholder: the files are not served by our server.
const readPlaceholder = (value: string, otherwise: string) => (value.startsWith('__') ? otherwise : value);

export const readPage = (): Page => {
  const injected = typeof window.__ssr === 'string' ? undefined : window.__ssr;
  return {
    base: readPlaceholder(window.__base, ''),
    namespace: readPlaceholder(window.__ns, 'tessera'),
    pages: injected?.accountCenter ? 'account' : 'sign-in',
    injected,
  };
};

/** The CSP nonce for added styles; browsers hide it from the attribute, but not from scripts. */
export const styleNonce = () => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
