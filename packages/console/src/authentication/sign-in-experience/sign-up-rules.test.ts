import { describe, expect, it } from 'vitest';
import {
  addSignInMethod,
  addSignUpIdentifier,
  codeLock,
  setSignInMethods,
  setSignUpIdentifiers,
  setSignUpPassword,
  signUpChoices,
  type Ways,
} from './sign-up-rules.ts';
import type { SignInMethod } from './values.ts';

/** Shorthand: `email password code`, or `email code password` if the code comes first. */
const method = (text: string): SignInMethod => {
  const [identifier, ...factors] = text.split(' ');
  return {
    identifier: identifier as SignInMethod['identifier'],
    password: factors.includes('password'),
    verificationCode: factors.includes('code'),
    isPasswordPrimary: factors[0] !== 'code',
  };
};
const written = ({ identifier, password, verificationCode, isPasswordPrimary }: SignInMethod) => {
  const factors = [...(password ? ['password'] : []), ...(verificationCode ? ['code'] : [])];
  return [identifier, ...(isPasswordPrimary ? factors : factors.reverse())].join(' ');
};
type Short = { up?: string; password?: boolean; in?: string[]; forgot?: string };
const ways = ({ up = '', password = false, in: methods = [], forgot = '' }: Short): Ways => {
  const signUpIdentifiers = up.split(' ').filter(Boolean) as Ways['signUpIdentifiers'];
  return {
    signUpIdentifiers,
    signUpPassword: password,
    signUpVerify: signUpIdentifiers.some((identifier) => identifier !== 'username'),
    signInMethods: methods.map(method),
    forgotPasswordMethods: forgot
      .split(' ')
      .filter(Boolean)
      .map((name) => (name === 'email' ? 'EmailVerificationCode' : 'PhoneVerificationCode')),
  };
};
const short = (result: Ways) => ({
  up: result.signUpIdentifiers.join(' '),
  password: result.signUpPassword,
  verify: result.signUpVerify,
  in: result.signInMethods.map(written),
  forgot: result.forgotPasswordMethods.map((name) => (name === 'EmailVerificationCode' ? 'email' : 'phone')).join(' '),
});

const username = { up: 'username', password: true, in: ['username password'] };
const email = { up: 'email', password: true, in: ['email password code'], forgot: 'email' };

describe('effects of sign-up and sign-in changes', () => {
  it.each<[string, Ways, Partial<ReturnType<typeof short>>]>([
    [
      'an identifier brings its method and its recovery',
      addSignUpIdentifier(ways(username), 'email', []),
      { up: 'username email', verify: true, in: ['username password', 'email password code'], forgot: 'email' },
    ],
    [
      'either of two brings both',
      addSignUpIdentifier(ways({}), 'emailOrPhone', []),
      {
        up: 'emailOrPhone',
        password: false,
        in: ['email password code', 'phone password code'],
        forgot: 'email phone',
      },
    ],
    [
      'a method that exists stays as it is',
      addSignUpIdentifier(ways({ ...username, in: ['username password', 'email code password'] }), 'email', []),
      { in: ['username password', 'email code password'] },
    ],
    [
      'a code that is a second factor is left off',
      addSignUpIdentifier(ways(username), 'email', ['EmailVerificationCode']),
      { in: ['username password', 'email password'] },
    ],
    [
      'a username alone needs a password',
      addSignUpIdentifier(ways({}), 'username', []),
      { up: 'username', password: true, verify: false, in: ['username password'], forgot: '' },
    ],
    [
      'a username beside others brings the password, and the methods get it too',
      addSignUpIdentifier(ways({ up: 'email', in: ['email code'] }), 'username', []),
      { password: true, in: ['email code password', 'username password'] },
    ],
    [
      'without identifiers nothing is set at sign-up, and codes let people in',
      setSignUpIdentifiers(ways({ ...email, in: ['email password', 'username password'] }), [], []),
      { up: '', password: false, verify: false, in: ['email password code', 'username password'] },
    ],
    [
      'removing an identifier removes nothing elsewhere',
      setSignUpIdentifiers(ways({ ...email, up: 'email username' }), ['username'], []),
      { up: 'username', verify: false, in: ['email password code'], forgot: 'email' },
    ],
    [
      'a password at sign-up is asked for at sign-in',
      setSignUpPassword(ways({ up: 'email phone', in: ['email code', 'phone code'] }), true, ['PhoneVerificationCode']),
      { password: true, in: ['email code password', 'phone password'] },
    ],
    [
      'without a password at sign-up the code is needed',
      setSignUpPassword(ways({ ...email, in: ['email password', 'username password'] }), false, []),
      { password: false, in: ['email password code', 'username password'] },
    ],
    [
      'a username alone keeps its password',
      setSignUpPassword(ways(username), false, []),
      { password: true, in: ['username password'] },
    ],
    [
      'without any password there is none to forget',
      setSignInMethods(ways({ up: 'email', in: ['email password code'], forgot: 'email' }), [method('email code')], []),
      { in: ['email code'], forgot: '' },
    ],
    [
      'a new method has both factors, the password first',
      addSignInMethod(ways(username), 'phone', []),
      { up: 'username', in: ['username password', 'phone password code'], forgot: '' },
    ],
  ])('%s', (_, result, expected) => {
    expect(short(result)).toMatchObject(expected);
  });

  it.each<
    [string, Short, 'email' | 'phone' | 'username', ('EmailVerificationCode' | 'PhoneVerificationCode')[], unknown]
  >([
    ['free', email, 'email', [], undefined],
    ['a second factor', email, 'email', ['EmailVerificationCode'], 'second_factor'],
    ['another second factor', email, 'email', ['PhoneVerificationCode'], undefined],
    ['needed by those who have no password', { up: 'email', in: ['email code'] }, 'email', [], 'sign_up'],
    ['needed as one of two', { up: 'emailOrPhone', in: ['phone code'] }, 'phone', [], 'sign_up'],
    ['not asked at sign-up', { up: 'email', in: ['email code', 'phone code'] }, 'phone', [], undefined],
  ])('tells why a code cannot be switched: %s', (_, given, identifier, factors, expected) => {
    expect(codeLock(ways(given), identifier, factors)).toBe(expected);
  });

  it('offers unselected identifiers, and blocks contradictory ones', () => {
    const offered = (chosen: string) =>
      signUpChoices(ways({ up: chosen }).signUpIdentifiers)
        .map(({ option, blocked }) => (blocked ? `(${option})` : option))
        .join(' ');
    expect(offered('')).toBe('username email phone emailOrPhone');
    expect(offered('email')).toBe('username phone (emailOrPhone)');
    expect(offered('username emailOrPhone')).toBe('(email) (phone)');
  });
});
