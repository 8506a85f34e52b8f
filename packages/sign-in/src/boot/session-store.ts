// State that survives page changes within one sign-in, in session storage under a tenant-specific prefix.
import type { Address, Identifier, InteractionEvent } from '@tessera/contract/experience';
import type { FactorDemand } from '../flows/factor-demand.ts';
import type { SignInMethod } from './last-method.ts';

/** Flows with a verification code; each has its own page. */
export type CodeFlow = 'sign-in' | 'register' | 'forgot-password' | 'continue' | 'mfa-binding';
export type SentCode = { flow: CodeFlow; identifier: Address; verificationId: string; at: number };

/** The existing account with the identifier that the external provider reported. */
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
  /** How the user signs in, to be remembered if it succeeds. */
  'sign-in-method': SignInMethod;
  /** The server has asked to offer a passkey. */
  'passkey-offered': boolean;
  /** The user does not want to be asked for a second factor in this browser again. */
  'remember-device': boolean;
  /** The code sent as a second factor. */
  'mfa-code': { kind: 'email' | 'phone'; verificationId: string; at: number };
  /** The verification record of a pending external sign-in. */
  'verification-ids': { elsewhere?: string };
  /** The page that asked for data an external provider may supply. */
  'continue-at': string;
  /** The user has already signed in externally in this attempt. */
  'known-elsewhere': boolean;
  'related-user': Related;
  'sso-email': string;
  'sso-connectors': string[];
  'terms-agreed': boolean;
  /** The pending sign-in of this tab. */
  interaction: string;
  /** The authorization request, to start it again. */
  request: string;
  /** The sign-in was completed, so that its pages have nothing left to do. */
  finished: boolean;
  /** The scripts of the newer release that the page was reloaded for. */
  'reloaded-for': string;
  /** The state parameter expected back from a connector. */
  [state: `social_auth_state:${string}`]: string;
};
type Name = keyof Entries;

/** Belongs to one attempt, and is cleared when the user returns to the application. */
const ofTheAttempt: readonly Name[] = [
  'identifier-input-value',
  'forgot-password-identifier-input-value',
  'interaction-event',
  'sent-code',
  'mfa',
  'sign-in-method',
  'passkey-offered',
  'mfa-code',
  'remember-device',
  'verification-ids',
  'continue-at',
  'known-elsewhere',
  'related-user',
  'sso-email',
  'sso-connectors',
  'terms-agreed',
  'interaction',
  'request',
  'finished',
];

export type SessionStore = ReturnType<typeof sessionStore>;

export const sessionStore = (namespace: string, base: string) => {
  const key = (name: Name) => `${namespace}:${location.origin}${base}:${name}`;
  // If storage is blocked, values last as long as the page.
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
