// Sign-in and sign-up methods that the tenant's settings allow and these pages support.
import type { SignInIdentifier } from '@tessera/contract/sign-in-experience';
import type { Settings } from './boot/page.ts';

export type Way = 'password' | 'code';

/** Sign-in methods for an identifier type, preferred one first. */
export const waysOf = ({ signIn }: Settings, type: SignInIdentifier): Way[] => {
  const method = signIn.methods.find(({ identifier }) => identifier === type);
  if (!method) return [];
  const ways: Way[] = [
    ...(method.password ? (['password'] as const) : []),
    ...(method.verificationCode && type !== 'username' ? (['code'] as const) : []),
  ];
  return method.isPasswordPrimary ? ways : ways.reverse();
};

/** Identifier types that can sign in. */
export const signInIdentifiers = (settings: Settings): SignInIdentifier[] =>
  settings.signIn.methods.map(({ identifier }) => identifier).filter((type) => waysOf(settings, type).length > 0);

/** If every identifier uses only a password, both fields fit on one page. */
export const isPasswordOnly = ({ signIn }: Settings) =>
  signIn.methods.every(({ password, verificationCode }) => password && !verificationCode);

export const canSignIn = ({ signInMode }: Settings) => signInMode !== 'Register';

export const mayRegister = ({ signInMode }: Settings) => signInMode !== 'SignIn';

/** Identifier types for registration. */
export const registrationIdentifiers = ({ signUp }: Settings): SignInIdentifier[] => signUp.identifiers;

/** Identifier types for password recovery. */
export const recoveryIdentifiers = ({ forgotPassword }: Settings): SignInIdentifier[] =>
  (['email', 'phone'] as const).filter((type) => forgotPassword[type]);

/** The types the application requested, or all if none of them is available. */
export const askedKinds = (kinds: SignInIdentifier[]): SignInIdentifier[] => {
  const asked = new URLSearchParams(location.search).get('identifier')?.split(' ') ?? [];
  const both = kinds.filter((kind) => asked.includes(kind));
  return both.length > 0 ? both : kinds;
};
