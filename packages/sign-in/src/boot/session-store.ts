// What has to survive from page to page of one sign-in, in the tab's session storage below the tenant's own prefix.
import type { Address, Identifier, InteractionEvent } from '@tessera/contract/experience';
import type { FactorDemand } from '../flows/factor-demand.ts';

/** The flows that go through a code; each has a page for it. */
export type CodeFlow = 'sign-in' | 'register' | 'forgot-password' | 'continue' | 'mfa-binding';
export type SentCode = { flow: CodeFlow; identifier: Address; verificationId: string; at: number };

/** Who owns the address that somebody is known by elsewhere. */
export type Related = { type: 'email' | 'phone'; value: string };

type Entries = {
  app_id: string;
  organization_id: string;
  ui_locales: string;
  'identifier-input-value': Identifier;
  'forgot-password-identifier-input-value': Identifier;
  'interaction-event': InteractionEvent;
  'sent-code': SentCode;
  mfa: FactorDemand;
  /** The code that was sent as a second factor. */
  'mfa-code': { kind: 'email' | 'phone'; verificationId: string; at: number };
  /** The verification that the person has gone elsewhere for. */
  'verification-ids': { elsewhere?: string };
  /** Where the person was asked for something that somebody else may know of them. */
  'continue-at': string;
  /** In this attempt the person has come from elsewhere already. */
  'known-elsewhere': boolean;
  'related-user': Related;
  'sso-email': string;
  'sso-connectors': string[];
  'terms-agreed': boolean;
  /** The scripts of the newer release that the page was loaded anew for. */
  'reloaded-for': string;
  /** With what the person has to come back from a connector. */
  [state: `social_auth_state:${string}`]: string;
};
type Name = keyof Entries;

/** Belongs to one attempt, and goes when the person goes back to the application. */
const ofTheAttempt: readonly Name[] = [
  'identifier-input-value',
  'forgot-password-identifier-input-value',
  'interaction-event',
  'sent-code',
  'mfa',
  'mfa-code',
  'verification-ids',
  'continue-at',
  'known-elsewhere',
  'related-user',
  'sso-email',
  'sso-connectors',
  'terms-agreed',
];

export type SessionStore = ReturnType<typeof sessionStore>;

export const sessionStore = (namespace: string, base: string) => {
  const key = (name: Name) => `${namespace}:${location.origin}${base}:${name}`;
  // Storage may be forbidden in this browser; then the values last as long as the page.
  const memory = new Map<Name, unknown>();

  const get = <N extends Name>(name: N): Entries[N] | undefined => {
    try {
      const text = sessionStorage.getItem(key(name));
      if (text !== null) return JSON.parse(text) as Entries[N];
    } catch {}
    return memory.get(name) as Entries[N] | undefined;
  };
  const set = <N extends Name>(name: N, value: Entries[N] | undefined) => {
    memory.set(name, value);
    try {
      if (value === undefined) sessionStorage.removeItem(key(name));
      else sessionStorage.setItem(key(name), JSON.stringify(value));
    } catch {}
  };
  const forgetAttempt = () => {
    for (const name of ofTheAttempt) set(name, undefined);
  };
  return { get, set, forgetAttempt };
};
