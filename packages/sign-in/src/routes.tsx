// Which page is at which path, and when it sends the person elsewhere. A new flow is a file in flows/ and a line here.
import type { ComponentType } from 'react';
import type { Settings } from './boot/page.ts';
import type { SessionStore } from './boot/session-store.ts';
import { Consent } from './flows/consent.tsx';
import { NotFound } from './flows/error-page.tsx';
import { PasswordSignIn } from './flows/password-sign-in.tsx';
import { SignIn } from './flows/sign-in.tsx';
import { UnknownSession } from './flows/unknown-session.tsx';
import { RegisterPassword, RegisterUsername } from './flows/username-registration.tsx';
import { canSignIn, mayRegister } from './sign-in-methods.ts';

export type Route = { page?: ComponentType; redirect?: string | undefined };
type Line = { page: ComponentType; redirect?: (settings: Settings, store: SessionStore) => string | false };

const toRegister = (settings: Settings) => !canSignIn(settings) && '/register';
const toSignIn = (settings: Settings) => !mayRegister(settings) && '/sign-in';

const lines: Record<string, Line> = {
  '/sign-in': { page: SignIn, redirect: toRegister },
  '/sign-in/password': {
    page: PasswordSignIn,
    redirect: (settings, store) => toRegister(settings) || (!store.get('identifier-input-value') && '/sign-in'),
  },
  '/register': { page: RegisterUsername, redirect: toSignIn },
  '/register/password': {
    page: RegisterPassword,
    redirect: (settings, store) =>
      toSignIn(settings) || (store.get('identifier-input-value')?.type !== 'username' && '/register'),
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
