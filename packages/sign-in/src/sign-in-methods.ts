// What the tenant's settings allow, as far as these pages can do it: what cannot be done is not offered.
import type { SignInIdentifier } from '@tessera/contract/sign-in-experience';
import type { Settings } from './boot/page.ts';

/** The kinds of identifier that can sign in with a password. */
export const passwordIdentifiers = ({ signIn }: Settings): SignInIdentifier[] =>
  signIn.methods.filter(({ password }) => password).map(({ identifier }) => identifier);

/** Where every identifier leads to a password and nothing else, both fields fit on one page. */
export const isPasswordOnly = ({ signIn, singleSignOnEnabled }: Settings) =>
  !singleSignOnEnabled && signIn.methods.every(({ password, verificationCode }) => password && !verificationCode);

export const canSignIn = ({ signInMode }: Settings) => signInMode !== 'Register';

export const canRegisterUsername = ({ signUp }: Settings) =>
  signUp.identifiers.length === 1 && signUp.identifiers[0] === 'username';

export const mayRegister = ({ signInMode }: Settings) => signInMode !== 'SignIn';
