// What the account pages keep in session storage while the browser is elsewhere.
import type { ReturnAddress } from '@tessera/contract/account-center';
import type { Page } from '../boot/page.ts';
import type { SignInRequest } from '../oidc-client.ts';

/** A trip to a social provider, to link it or to verify the user by it. */
export type SocialTrip = {
  purpose: 'link' | 'verify';
  connectorId: string;
  state: string;
  recordId: string;
  /** Proof of identity for linking. */
  verificationId?: string;
  /** The section to return to, with its query. */
  at: string;
  /** Set once the provider has responded. */
  answer?: Record<string, string>;
};

type Stored = {
  /** `next`: the application to continue to instead of `at`. */
  request: SignInRequest & { at: string; next?: string | undefined };
  'return-to': ReturnAddress;
  trip: SocialTrip;
};

export type AccountStore = ReturnType<typeof accountStore>;

export const accountStore = ({ base, namespace }: Page) => {
  const key = (name: keyof Stored) => `${namespace}:${location.origin}${base}:account:${name}`;
  const get = <N extends keyof Stored>(name: N): Stored[N] | undefined => {
    const text = sessionStorage.getItem(key(name));
    return text === null ? undefined : (JSON.parse(text) as Stored[N]);
  };
  const set = <N extends keyof Stored>(name: N, value: Stored[N] | undefined) => {
    if (value === undefined) sessionStorage.removeItem(key(name));
    else sessionStorage.setItem(key(name), JSON.stringify(value));
  };
  return { get, set };
};

/** At the redirect URI of a provider: the account page that is waiting for this response, if any. */
export const endTrip = (page: Page, connectorId: string, answer: Record<string, string>): string | undefined => {
  const store = accountStore(page);
  const trip = store.get('trip');
  if (!trip || trip.answer || trip.connectorId !== connectorId || trip.state !== answer.state) return undefined;
  store.set('trip', { ...trip, answer });
  return `${page.base}${trip.at}`;
};
