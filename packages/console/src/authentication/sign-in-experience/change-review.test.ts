import { describe, expect, it } from 'vitest';
import { locksUsernamesOut, needsReview, reviewOf } from './change-review.ts';

type Reviewed = Parameters<typeof needsReview>[0];
const email = { identifier: 'email', password: true, verificationCode: true, isPasswordPrimary: true } as const;
const username = { identifier: 'username', password: true, verificationCode: false, isPasswordPrimary: true } as const;
const before: Reviewed = {
  signUpIdentifiers: ['username', 'email'],
  signUpPassword: true,
  signUpVerify: true,
  signInMethods: [username, email],
  socialTargets: ['github', 'google'],
  forgotPasswordMethods: ['EmailVerificationCode', 'PhoneVerificationCode'],
};

describe('change review', () => {
  it.each<[string, Partial<Reviewed>, boolean]>([
    ['nothing', {}, false],
    ['another order of methods', { signInMethods: [email, username] }, false],
    ['another factor first', { signInMethods: [username, { ...email, isPasswordPrimary: false }] }, false],
    ['another order of targets', { socialTargets: ['google', 'github'] }, false],
    [
      'another order of recoveries',
      { forgotPasswordMethods: ['PhoneVerificationCode', 'EmailVerificationCode'] },
      false,
    ],
    ['another order of identifiers', { signUpIdentifiers: ['email', 'username'] }, true],
    ['an identifier less', { signUpIdentifiers: ['username'] }, true],
    ['no password at sign-up', { signUpPassword: false }, true],
    ['a method less', { signInMethods: [username] }, true],
    ['a factor less', { signInMethods: [username, { ...email, verificationCode: false }] }, true],
    ['a target more', { socialTargets: ['github', 'google', 'apple'] }, true],
    ['a recovery less', { forgotPasswordMethods: [] }, true],
  ])('is asked for after %s: %s', (_, change, expected) => {
    expect(needsReview(before, { ...before, ...change })).toBe(expected);
  });

  it('marks added and removed identifiers, otherwise factors', () => {
    const phone = { ...email, identifier: 'phone' } as const;
    const review = reviewOf(before, { ...before, signInMethods: [{ ...email, password: false }, phone] });
    expect(review.before.methods).toEqual([
      {
        value: 'email',
        isChanged: false,
        factors: [
          { value: 'password', isChanged: true },
          { value: 'code', isChanged: false },
        ],
      },
      { value: 'username', isChanged: true, factors: [{ value: 'password', isChanged: false }] },
    ]);
    expect(review.after.methods.map(({ value, isChanged }) => [value, isChanged])).toEqual([
      ['email', false],
      ['phone', true],
    ]);
  });

  it('detects when username sign-in would be impossible', () => {
    expect(locksUsernamesOut({ ...before, signUpIdentifiers: ['username'], signUpPassword: false })).toBe(true);
    expect(locksUsernamesOut({ ...before, signUpPassword: false })).toBe(false);
    expect(locksUsernamesOut({ ...before, signUpIdentifiers: ['username'] })).toBe(false);
  });
});
