// What the preview shows on each page: made-up values in place of a session and of the server.
import type { ConsentRequest } from '@tessera/contract/consent';
import type { Api } from '../api.ts';
import type { SessionStore } from '../boot/session-store.ts';
import type { FactorDemand } from '../flows/factor-demand.ts';

/** Pages by their name in the console. */
export const screens = {
  'sign-in': '/sign-in',
  password: '/sign-in/password',
  code: '/sign-in/verification-code',
  mfa: '/mfa-verification',
  totp: '/mfa-binding/Totp',
  consent: '/consent',
  error: '/sign-in',
  register: '/register',
} as const;
export type Screen = keyof typeof screens;

const email = 'ada@example.com';
const identifier = { type: 'email', value: email } as const;

const demand = (kind: FactorDemand['kind']): FactorDemand => ({
  kind,
  factors: ['WebAuthn', 'Totp', 'PhoneVerificationCode', 'BackupCode'],
  masked: { PhoneVerificationCode: '****4218' },
  skippable: false,
  suggestion: false,
});

/** The frame shares session storage with real sign-ins in this tab, so it must not use it. */
export const sampleStore = (screen: Screen): SessionStore => {
  const values = {
    'identifier-input-value': screen === 'sign-in' || screen === 'register' ? undefined : identifier,
    'sent-code': { flow: 'sign-in', identifier, verificationId: '', at: Date.now() },
    mfa: demand(screen === 'totp' ? 'binding' : 'verification'),
    'interaction-event': 'SignIn',
  };
  const get = ((name: string) => values[name as keyof typeof values]) as SessionStore['get'];
  return { get, set: () => undefined, forgetAttempt: () => undefined };
};

// The rows of a QR code, as numbers in base 36 with one bit per module.
const modules =
  'jtyf3 a5yyp ek4f1 ejcrh ejejh a5wsh jvfy7 1nuo ioz44 4sesp 49qxz 5yp8y i9z2b 88wvd dyvnz 5co8h dafi2 1pub jv97j ' +
  'a7tw3 ekhyz eipzk ekpat a7i3m jvs77';
const qrCode = () => {
  const rows = modules.split(' ').map((row) => Number.parseInt(row, 36).toString(2).padStart(25, '0'));
  const path = rows.flatMap((row, y) =>
    [...row].flatMap((bit, x) => (bit === '1' ? `M${x + 4} ${y + 4}h1v1h-1z` : [])),
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="198" height="198" viewBox="0 0 33 33"><path d="${path.join('')}"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
};

const consent = (application: string): ConsentRequest => ({
  application: { id: '', name: application },
  user: { id: '', name: 'Ada Lindqvist', avatar: null, username: null, primaryEmail: email, primaryPhone: null },
  missingOIDCScope: ['profile', 'email'],
  redirectUri: 'https://app.example.com/callback',
});

/** Answers the questions of the pages that are shown; nothing else is ever answered. */
export const sampleApi = (application: string): Api =>
  (async (_: string, path: string) => {
    if (path === '/interaction/consent') return consent(application);
    if (path === '/experience/verification/totp/secret') {
      return { verificationId: '', secret: 'QEQKUPGKPM4UDWL74V33BSHVQTBFXPUL', secretQrCode: qrCode() };
    }
    return new Promise(() => undefined);
  }) as unknown as Api;
