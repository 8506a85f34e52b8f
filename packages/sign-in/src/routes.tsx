// Maps paths to pages and redirects. A new flow is a file in flows/ and a line here.
import type { ComponentType } from 'react';
import type { Settings } from './boot/page.ts';
import type { CodeFlow, SessionStore } from './boot/session-store.ts';
import type { FactorDemand } from './flows/factor-demand.ts';
import { PasswordSignIn } from './flows/password-sign-in.tsx';
import { IdentifierSignIn, SignIn } from './flows/sign-in.tsx';
import { laterPage } from './kit/later-page.tsx';
import { canSignIn, mayRegister, recoveryIdentifiers } from './sign-in-methods.ts';

export type Route = { page?: ComponentType; redirect?: string | undefined };
type Line = {
  page: ComponentType;
  redirect?: (settings: Settings, store: SessionStore) => string | false;
  /** Whether the tenant's settings include the page. */
  isThere?: (settings: Settings) => boolean;
};

const toRegister = (settings: Settings) => !canSignIn(settings) && '/register';
const toSignIn = (settings: Settings) => !mayRegister(settings) && '/sign-in';
const withoutRecovery = (settings: Settings) => recoveryIdentifiers(settings).length === 0 && '/sign-in';
const withoutCode = (flow: CodeFlow, start: string) => (_: Settings, store: SessionStore) =>
  store.get('sent-code')?.flow !== flow && start;
/** Requires an active interaction. */
const withoutAttempt = (_: Settings, store: SessionStore) => !store.get('interaction-event') && '/sign-in';

const continuePage = (page: (pages: typeof import('./flows/continue.tsx')) => ComponentType): Line => ({
  page: laterPage(async () => page(await import('./flows/continue.tsx'))),
  redirect: withoutAttempt,
});
const codePage = (
  flow: CodeFlow,
  start: string,
  page: (pages: typeof import('./flows/verification-code.tsx')) => ComponentType,
): Line => ({
  page: laterPage(async () => page(await import('./flows/verification-code.tsx'))),
  redirect: withoutCode(flow, start),
});
/** Loaded lazily, because the password rules are rarely needed. */
const choosePassword = (page: (pages: typeof import('./flows/choose-password.tsx')) => ComponentType) =>
  laterPage(async () => page(await import('./flows/choose-password.tsx')));
/** Requires a pending MFA requirement. */
const ofFactors = (kind: FactorDemand['kind'], load: () => Promise<ComponentType>): Line => ({
  page: laterPage(load),
  redirect: (_, store) => store.get('mfa')?.kind !== kind && '/sign-in',
});
const factorPage = (
  kind: FactorDemand['kind'],
  page: (pages: typeof import('./flows/factor-pages.ts')) => ComponentType,
) => ofFactors(kind, async () => page(await import('./flows/factor-pages.ts')));
const forgotPassword = laterPage(async () => (await import('./flows/forgot-password.tsx')).ForgotPassword);
const registration = (page: (pages: typeof import('./flows/registration.tsx')) => ComponentType) =>
  laterPage(async () => page(await import('./flows/registration.tsx')));
const withToken = () => new URLSearchParams(location.search).has('one_time_token') && '/one-time-token';
/** Only with enterprise SSO connectors. */
const ofCompanies = (page: ComponentType): Line => ({
  page,
  isThere: ({ singleSignOnEnabled, ssoConnectors }) => singleSignOnEnabled && ssoConnectors.length > 0,
});

const NotFound = laterPage(async () => (await import('./flows/error-page.tsx')).NotFound);

const device: Line = { page: laterPage(async () => (await import('./flows/device.tsx')).Device) };

const lines: Record<string, Line> = {
  '/sign-in': { page: SignIn, redirect: (settings) => withToken() || toRegister(settings) },
  '/identifier-sign-in': { page: IdentifierSignIn, redirect: toRegister },
  '/identifier-register': {
    page: registration(({ IdentifierRegister }) => IdentifierRegister),
    redirect: toSignIn,
  },
  '/reset-password': { page: forgotPassword, isThere: (settings) => recoveryIdentifiers(settings).length > 0 },
  '/callback/:id': { page: laterPage(async () => (await import('./flows/callback.tsx')).Callback) },
  '/callback/social/:id': { page: laterPage(async () => (await import('./flows/callback.tsx')).SocialCallback) },
  '/callback/test/:id': { page: laterPage(async () => (await import('./flows/connector-test.tsx')).ConnectorTest) },
  '/social/link/:id': { page: laterPage(async () => (await import('./flows/social-link.tsx')).SocialLink) },
  '/social/landing/:id': { page: laterPage(async () => (await import('./flows/direct.tsx')).SocialLanding) },
  '/direct/social/:id': { page: laterPage(async () => (await import('./flows/direct.tsx')).DirectSocial) },
  '/direct/sso/:id': { page: laterPage(async () => (await import('./flows/direct.tsx')).DirectSso) },
  '/direct/:id': { page: laterPage(async () => (await import('./flows/direct.tsx')).DirectConnector) },
  '/single-sign-on': ofCompanies(laterPage(async () => (await import('./flows/single-sign-on.tsx')).SingleSignOn)),
  '/single-sign-on/email': ofCompanies(
    laterPage(async () => (await import('./flows/single-sign-on.tsx')).SingleSignOnEmail),
  ),
  '/single-sign-on/connectors': ofCompanies(
    laterPage(async () => (await import('./flows/single-sign-on.tsx')).SingleSignOnConnectors),
  ),
  '/one-time-token': { page: laterPage(async () => (await import('./flows/one-time-token.tsx')).OneTimeToken) },
  '/one-time-token/error': {
    page: laterPage(async () => (await import('./flows/one-time-token.tsx')).OneTimeTokenError),
  },
  '/set-password': { page: laterPage(async () => (await import('./flows/set-password.tsx')).SetPassword) },
  '/switch-account': { page: laterPage(async () => (await import('./flows/switch-account.tsx')).SwitchAccount) },
  '/sign-in/password': {
    page: PasswordSignIn,
    redirect: (settings, store) => toRegister(settings) || (!store.get('identifier-input-value') && '/sign-in'),
  },
  '/register': {
    page: registration(({ Register }) => Register),
    redirect: (settings) => withToken() || toSignIn(settings),
  },
  '/register/password': {
    page: choosePassword(({ RegisterPassword }) => RegisterPassword),
    redirect: (settings, store) =>
      toSignIn(settings) || (store.get('identifier-input-value')?.type !== 'username' && '/register'),
  },
  '/forgot-password': { page: forgotPassword, redirect: withoutRecovery },
  '/forgot-password/reset': {
    page: choosePassword(({ ResetPassword }) => ResetPassword),
    redirect: withoutCode('forgot-password', '/forgot-password'),
  },
  '/sign-in/link': { page: laterPage(async () => (await import('./flows/magic-link.tsx')).MagicLink) },
  '/sign-in/verification-code': codePage('sign-in', '/sign-in', ({ SignInCode }) => SignInCode),
  '/register/verification-code': codePage('register', '/register', ({ RegisterCode }) => RegisterCode),
  '/forgot-password/verification-code': codePage(
    'forgot-password',
    '/forgot-password',
    ({ ForgotPasswordCode }) => ForgotPasswordCode,
  ),
  '/continue/verification-code': codePage('continue', '/sign-in', ({ ContinueCode }) => ContinueCode),
  '/continue/username': continuePage(({ ContinueWithUsername }) => ContinueWithUsername),
  '/continue/password': {
    page: choosePassword(({ ContinueWithPassword }) => ContinueWithPassword),
    redirect: withoutAttempt,
  },
  '/continue/email': continuePage(({ ContinueWithEmail }) => ContinueWithEmail),
  '/continue/phone': continuePage(({ ContinueWithPhone }) => ContinueWithPhone),
  '/continue/emailOrPhone': continuePage(({ ContinueWithEmailOrPhone }) => ContinueWithEmailOrPhone),
  '/continue/extra-profile': {
    page: laterPage(async () => (await import('./flows/extra-profile.tsx')).ContinueWithExtraProfile),
    redirect: withoutAttempt,
  },
  '/mfa-verification': factorPage('verification', ({ ChooseFactor }) => ChooseFactor),
  '/mfa-verification/Totp': factorPage('verification', ({ ShowApp }) => ShowApp),
  '/mfa-verification/WebAuthn': ofFactors(
    'verification',
    async () => (await import('./flows/passkey.tsx')).ShowPasskey,
  ),
  '/mfa-verification/BackupCode': factorPage('verification', ({ ShowBackupCode }) => ShowBackupCode),
  '/mfa-verification/EmailVerificationCode': factorPage('verification', ({ ShowEmailCode }) => ShowEmailCode),
  '/mfa-verification/PhoneVerificationCode': factorPage('verification', ({ ShowPhoneCode }) => ShowPhoneCode),
  '/mfa-binding': factorPage('binding', ({ ChooseNewFactor }) => ChooseNewFactor),
  '/mfa-binding/Totp': factorPage('binding', ({ NewApp }) => NewApp),
  '/mfa-binding/WebAuthn': ofFactors('binding', async () => (await import('./flows/passkey.tsx')).NewPasskey),
  '/mfa-binding/BackupCode': factorPage('binding', ({ NewBackupCodes }) => NewBackupCodes),
  '/mfa-binding/EmailVerificationCode': factorPage('binding', ({ NewEmail }) => NewEmail),
  '/mfa-binding/PhoneVerificationCode': factorPage('binding', ({ NewPhone }) => NewPhone),
  '/mfa-binding/verification-code': codePage('mfa-binding', '/sign-in', ({ NewFactorCode }) => NewFactorCode),
  '/passkey/create': {
    page: laterPage(async () => (await import('./flows/passkey-offer.tsx')).PasskeyOffer),
    redirect: (_, store) => !store.get('passkey-offered') && '/sign-in',
  },
  '/consent': { page: laterPage(async () => (await import('./flows/consent.tsx')).Consent) },
  '/oidc/device': device,
  '/oidc/device/:id': device,
  '/unknown-session': { page: laterPage(async () => (await import('./flows/unknown-session.tsx')).UnknownSession) },
};

const lineAt = (path: string): Line | undefined => {
  const named = [path, path.replace(/\/[^/]+$/, '/:id'), path.replace(/^\/direct\/.*/, '/direct/:id')].find((name) =>
    Object.hasOwn(lines, name),
  );
  return named === undefined ? undefined : lines[named];
};

export const routeOf = (path: string, settings: Settings, store: SessionStore): Route => {
  const line = lineAt(path);
  if (!line || line.isThere?.(settings) === false) return { page: NotFound };
  const redirect = line.redirect?.(settings, store);
  return redirect ? { redirect } : { page: line.page };
};
