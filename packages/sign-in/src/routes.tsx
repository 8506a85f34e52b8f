// Which page is at which path, and when it sends the person elsewhere. A new flow is a file in flows/ and a line here.
import type { ComponentType } from 'react';
import type { Settings } from './boot/page.ts';
import type { CodeFlow, SessionStore } from './boot/session-store.ts';
import { Consent } from './flows/consent.tsx';
import {
  ContinueWithEmail,
  ContinueWithEmailOrPhone,
  ContinueWithPassword,
  ContinueWithPhone,
  ContinueWithUsername,
} from './flows/continue.tsx';
import { NotFound } from './flows/error-page.tsx';
import { ForgotPassword, ResetPassword } from './flows/forgot-password.tsx';
import { PasswordSignIn } from './flows/password-sign-in.tsx';
import { Register, RegisterPassword } from './flows/registration.tsx';
import { SignIn } from './flows/sign-in.tsx';
import { UnknownSession } from './flows/unknown-session.tsx';
import { ContinueCode, ForgotPasswordCode, RegisterCode, SignInCode } from './flows/verification-code.tsx';
import { laterPage } from './kit/later-page.tsx';
import { canSignIn, mayRegister, recoveryIdentifiers } from './sign-in-methods.ts';

export type Route = { page?: ComponentType; redirect?: string | undefined };
type Line = { page: ComponentType; redirect?: (settings: Settings, store: SessionStore) => string | false };

const toRegister = (settings: Settings) => !canSignIn(settings) && '/register';
const toSignIn = (settings: Settings) => !mayRegister(settings) && '/sign-in';
const withoutRecovery = (settings: Settings) => recoveryIdentifiers(settings).length === 0 && '/sign-in';
const withoutCode = (flow: CodeFlow, start: string) => (_: Settings, store: SessionStore) =>
  store.get('sent-code')?.flow !== flow && start;
/** Only somebody on the way has something to add. */
const withoutAttempt = (_: Settings, store: SessionStore) => !store.get('interaction-event') && '/sign-in';

const lines: Record<string, Line> = {
  '/sign-in': { page: SignIn, redirect: toRegister },
  '/sign-in/password': {
    page: PasswordSignIn,
    redirect: (settings, store) => toRegister(settings) || (!store.get('identifier-input-value') && '/sign-in'),
  },
  '/register': { page: Register, redirect: toSignIn },
  '/register/password': {
    page: RegisterPassword,
    redirect: (settings, store) =>
      toSignIn(settings) || (store.get('identifier-input-value')?.type !== 'username' && '/register'),
  },
  '/forgot-password': { page: ForgotPassword, redirect: withoutRecovery },
  '/forgot-password/reset': { page: ResetPassword, redirect: withoutCode('forgot-password', '/forgot-password') },
  '/sign-in/verification-code': { page: SignInCode, redirect: withoutCode('sign-in', '/sign-in') },
  '/register/verification-code': { page: RegisterCode, redirect: withoutCode('register', '/register') },
  '/forgot-password/verification-code': {
    page: ForgotPasswordCode,
    redirect: withoutCode('forgot-password', '/forgot-password'),
  },
  '/continue/verification-code': { page: ContinueCode, redirect: withoutCode('continue', '/sign-in') },
  '/continue/username': { page: ContinueWithUsername, redirect: withoutAttempt },
  '/continue/password': { page: ContinueWithPassword, redirect: withoutAttempt },
  '/continue/email': { page: ContinueWithEmail, redirect: withoutAttempt },
  '/continue/phone': { page: ContinueWithPhone, redirect: withoutAttempt },
  '/continue/emailOrPhone': { page: ContinueWithEmailOrPhone, redirect: withoutAttempt },
  '/continue/extra-profile': {
    page: laterPage(async () => (await import('./flows/extra-profile.tsx')).ContinueWithExtraProfile),
    redirect: withoutAttempt,
  },
  '/consent': { page: Consent },
  '/unknown-session': { page: UnknownSession },
};

export const routeOf = (path: string, settings: Settings, store: SessionStore): Route => {
  const line = Object.hasOwn(lines, path) ? lines[path] : undefined;
  if (!line) return { page: NotFound };
  const redirect = line.redirect?.(settings, store);
  return redirect ? { redirect } : { page: line.page };
};
