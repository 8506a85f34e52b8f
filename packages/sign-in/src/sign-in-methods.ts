// What the tenant's settings allow, as far as these pages can do it: what cannot be done is not offered.
import type { SignInIdentifier } from '@tessera/contract/sign-in-experience';
import type { Settings } from './boot/page.ts';

export type Way = 'password' | 'code';

/** How somebody with this kind of identifier may sign in; the way that the tenant prefers comes first. */
export const waysOf = ({ signIn }: Settings, type: SignInIdentifier): Way[] => {
  const method = signIn.methods.find(({ identifier }) => identifier === type);
  if (!method) return [];
  const ways: Way[] = [
    ...(method.password ? (['password'] as const) : []),
    ...(method.verificationCode && type !== 'username' ? (['code'] as const) : []),
  ];
  return method.isPasswordPrimary ? ways : ways.reverse();
};

/** The kinds of identifier that can sign in. */
export const signInIdentifiers = (settings: Settings): SignInIdentifier[] =>
  settings.signIn.methods.map(({ identifier }) => identifier).filter((type) => waysOf(settings, type).length > 0);

/** Where every identifier leads to a password and nothing else, both fields fit on one page. */
export const isPasswordOnly = ({ signIn }: Settings) =>
  signIn.methods.every(({ password, verificationCode }) => password && !verificationCode);

export const canSignIn = ({ signInMode }: Settings) => signInMode !== 'Register';

export const mayRegister = ({ signInMode }: Settings) => signInMode !== 'SignIn';

/** The kinds of identifier that can begin a registration. */
export const registrationIdentifiers = ({ signUp }: Settings): SignInIdentifier[] => signUp.identifiers;

/** Where a code can go that lets somebody replace a forgotten password. */
export const recoveryIdentifiers = ({ forgotPassword }: Settings): SignInIdentifier[] =>
  (['email', 'phone'] as const).filter((type) => forgotPassword[type]);

/** Those of the kinds that the application asked for; all of them where it asked for none that there is. */
export const askedKinds = (kinds: SignInIdentifier[]): SignInIdentifier[] => {
  const asked = new URLSearchParams(location.search).get('identifier')?.split(' ') ?? [];
  const both = kinds.filter((kind) => asked.includes(kind));
  return both.length > 0 ? both : kinds;
};
