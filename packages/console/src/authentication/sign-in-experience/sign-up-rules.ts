// Rules between sign-up and sign-in methods. Each change adjusts the rest of the draft, so that users who register can
// always sign in again.
import type { SignInIdentifier } from '@tessera/contract/sign-in-experience';
import type { MfaFactor, Recovery, SignInMethod, SignUpIdentifier, Values } from './values.ts';

export type Ways = Pick<
  Values,
  'signUpIdentifiers' | 'signUpPassword' | 'signUpVerify' | 'signInMethods' | 'forgotPasswordMethods'
>;
type Factors = readonly MfaFactor[];

const kindsOf = (identifier: SignUpIdentifier): SignInIdentifier[] =>
  identifier === 'emailOrPhone' ? ['email', 'phone'] : [identifier];

const codeFactors: Partial<Record<SignInIdentifier, MfaFactor & Recovery>> = {
  email: 'EmailVerificationCode',
  phone: 'PhoneVerificationCode',
};
export const identifierOf: Record<Recovery, SignInIdentifier> = {
  EmailVerificationCode: 'email',
  PhoneVerificationCode: 'phone',
};

/** A code used as an MFA factor can't be the first factor. */
export const isSecondFactor = (identifier: SignInIdentifier, factors: Factors): boolean => {
  const factor = codeFactors[identifier];
  return factor !== undefined && factors.includes(factor);
};

/** Users who register with a code and no password need a code to sign in. */
export const needsCode = (
  { signUpVerify, signUpPassword }: Pick<Ways, 'signUpVerify' | 'signUpPassword'>,
  identifier: SignInIdentifier,
): boolean => signUpVerify && !signUpPassword && identifier !== 'username';

/** Identifiers that can still be added; blocked ones are shown as disabled. */
export const signUpChoices = (chosen: readonly SignUpIdentifier[]) => {
  const hasEither = chosen.includes('emailOrPhone');
  const hasOne = chosen.includes('email') || chosen.includes('phone');
  const isBlocked = (option: SignUpIdentifier) =>
    option === 'username' ? false : option === 'emailOrPhone' ? hasOne : hasEither;
  return (['username', 'email', 'phone', 'emailOrPhone'] as const)
    .filter((option) => !chosen.includes(option))
    .map((option) => ({ option, blocked: isBlocked(option) }));
};

const newMethod = (identifier: SignInIdentifier, factors: Factors): SignInMethod => ({
  identifier,
  password: true,
  verificationCode: identifier !== 'username' && !isSecondFactor(identifier, factors),
  isPasswordPrimary: true,
});

const withPassword = (method: SignInMethod, factors: Factors): SignInMethod =>
  method.identifier === 'username'
    ? method
    : {
        ...method,
        password: true,
        verificationCode: method.verificationCode && !isSecondFactor(method.identifier, factors),
      };
const withCode = (method: SignInMethod): SignInMethod =>
  method.identifier === 'username' ? method : { ...method, verificationCode: true };

/** Applied after every change: requirements of the identifiers, and what a sign-up password means for the methods. */
const applyRules = (before: Ways, ways: Ways, factors: Factors): Ways => {
  const { signUpIdentifiers: chosen } = ways;
  const onlyUsername = chosen.length === 1 && chosen[0] === 'username';
  const signUpPassword = chosen.length === 0 ? false : onlyUsername ? true : ways.signUpPassword;
  const signInMethods =
    signUpPassword === before.signUpPassword
      ? ways.signInMethods
      : ways.signInMethods.map((method) => (signUpPassword ? withPassword(method, factors) : withCode(method)));
  return {
    signUpIdentifiers: chosen,
    signUpPassword,
    signUpVerify: chosen.some((identifier) => identifier !== 'username'),
    signInMethods,
    forgotPasswordMethods: signInMethods.some(({ password }) => password) ? ways.forgotPasswordMethods : [],
  };
};

export const addSignUpIdentifier = (ways: Ways, identifier: SignUpIdentifier, factors: Factors): Ways => {
  const kinds = kindsOf(identifier);
  const missing = kinds.filter((kind) => !ways.signInMethods.some((method) => method.identifier === kind));
  const recoveries = kinds.flatMap((kind) => codeFactors[kind] ?? []);
  const changed = {
    ...ways,
    signUpIdentifiers: [...ways.signUpIdentifiers, identifier],
    signUpPassword: ways.signUpPassword || identifier === 'username',
    signInMethods: [...ways.signInMethods, ...missing.map((kind) => newMethod(kind, factors))],
    forgotPasswordMethods: [...new Set([...ways.forgotPasswordMethods, ...recoveries])],
  };
  return applyRules(ways, changed, factors);
};

/** For removing and reordering: nothing is removed elsewhere. */
export const setSignUpIdentifiers = (ways: Ways, signUpIdentifiers: SignUpIdentifier[], factors: Factors): Ways =>
  applyRules(ways, { ...ways, signUpIdentifiers }, factors);

export const setSignUpPassword = (ways: Ways, signUpPassword: boolean, factors: Factors): Ways =>
  applyRules(ways, { ...ways, signUpPassword }, factors);

export const addSignInMethod = (ways: Ways, identifier: SignInIdentifier, factors: Factors): Ways =>
  setSignInMethods(ways, [...ways.signInMethods, newMethod(identifier, factors)], factors);

export const setSignInMethods = (ways: Ways, signInMethods: SignInMethod[], factors: Factors): Ways =>
  applyRules(ways, { ...ways, signInMethods }, factors);

/** Why the code of a method cannot be toggled. */
export const codeLock = (
  { signUpIdentifiers, signUpPassword }: Ways,
  identifier: SignInIdentifier,
  factors: Factors,
): 'second_factor' | 'sign_up' | undefined => {
  if (isSecondFactor(identifier, factors)) return 'second_factor';
  const isAsked = signUpIdentifiers.some((asked) => kindsOf(asked).includes(identifier));
  return !signUpPassword && isAsked && identifier !== 'username' ? 'sign_up' : undefined;
};

export const hasPasswordSignIn = ({ signInMethods }: Pick<Ways, 'signInMethods'>): boolean =>
  signInMethods.some(({ password }) => password);

/** Recovery methods used while a tenant has not configured any. */
export const impliedRecoveries = (can: { email: boolean; phone: boolean }): Recovery[] => [
  ...(can.email ? (['EmailVerificationCode'] as const) : []),
  ...(can.phone ? (['PhoneVerificationCode'] as const) : []),
];
