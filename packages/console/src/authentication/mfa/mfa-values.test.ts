import { describe, expect, it } from 'vitest';
import type { Experience } from '../sign-in-experience/query.ts';
import {
  hasValidDays,
  isBackupAlone,
  isSignInCode,
  type MfaValues,
  mfaOf,
  mfaValuesOf,
  unreachable,
  withFactor,
} from './mfa-values.ts';

const experience = (mfa: Partial<Experience['mfa']>) =>
  ({ mfa: { factors: [], policy: 'UserControlled', ...mfa } }) as unknown as Experience;
const some: MfaValues = {
  factors: ['Totp'],
  isMandatory: true,
  prompt: 'PromptOnlyAtSignIn',
  organizationPolicy: 'Mandatory',
  remembersDevices: false,
  rememberedDays: 30,
};

describe('MFA settings', () => {
  it.each<[Partial<Experience['mfa']>, Partial<MfaValues>]>([
    [{}, { isMandatory: false, prompt: 'NoPrompt' }],
    [{ policy: 'Mandatory' }, { isMandatory: false, prompt: 'NoPrompt' }],
    [{ factors: ['Totp'] }, { isMandatory: false, prompt: 'PromptAtSignInAndSignUp', organizationPolicy: 'NoPrompt' }],
    [{ factors: ['Totp'], policy: 'Mandatory' }, { isMandatory: true }],
    [
      { factors: ['Totp'], policy: 'NoPrompt' },
      { isMandatory: false, prompt: 'NoPrompt' },
    ],
    [{ factors: ['Totp'], organizationRequiredMfaPolicy: 'Mandatory' }, { organizationPolicy: 'Mandatory' }],
  ])('shows %j', (stored, expected) => {
    expect(mfaValuesOf(experience(stored))).toMatchObject(expected);
  });

  it('send the policy, and that of organizations only if supported', () => {
    expect(mfaOf(some, experience({}))).toEqual({
      factors: ['Totp'],
      policy: 'Mandatory',
      organizationRequiredMfaPolicy: 'Mandatory',
    });
    const plain: MfaValues = { ...some, isMandatory: false, organizationPolicy: 'NoPrompt' };
    expect(mfaOf(plain, experience({}))).toEqual({ factors: ['Totp'], policy: 'PromptOnlyAtSignIn' });
    expect(mfaOf(plain, experience({ organizationRequiredMfaPolicy: 'Mandatory' }))).toMatchObject({
      organizationRequiredMfaPolicy: 'NoPrompt',
    });
  });

  it('keep page order, and reset the policy with the last factor', () => {
    expect(withFactor(some, 'WebAuthn', true).factors).toEqual(['WebAuthn', 'Totp']);
    expect(withFactor(some, 'Totp', false)).toEqual({
      factors: [],
      isMandatory: false,
      prompt: 'NoPrompt',
      organizationPolicy: 'NoPrompt',
      remembersDevices: false,
      rememberedDays: 30,
    });
  });

  it('send remembered devices once they were used, with a valid number of days', () => {
    const on: MfaValues = { ...some, remembersDevices: true, rememberedDays: 7 };
    expect(mfaOf(on, experience({}))).toMatchObject({ rememberedDevices: { enabled: true, days: 7 } });
    const stored = experience({ factors: ['Totp'], rememberedDevices: { enabled: true, days: 7 } });
    expect(mfaValuesOf(stored)).toMatchObject({ remembersDevices: true, rememberedDays: 7 });
    expect(mfaOf(some, stored)).toMatchObject({ rememberedDevices: { enabled: false, days: 30 } });
    const isValid = (rememberedDays: number | '') => hasValidDays({ ...on, rememberedDays });
    expect([1, 365].map(isValid)).toEqual([true, true]);
    expect((['', 0, 366, 1.5] as const).map(isValid)).toEqual([false, false, false, false]);
  });

  it('detect contradictions', () => {
    expect(isBackupAlone({ factors: ['BackupCode'] })).toBe(true);
    expect(isBackupAlone({ factors: ['Totp', 'BackupCode'] })).toBe(false);
    const methods = [{ identifier: 'email', password: true, verificationCode: true, isPasswordPrimary: true }] as const;
    expect(isSignInCode('EmailVerificationCode', { signIn: { methods: [...methods] } })).toBe(true);
    expect(isSignInCode('PhoneVerificationCode', { signIn: { methods: [...methods] } })).toBe(false);
    const factors = ['Totp', 'EmailVerificationCode', 'PhoneVerificationCode'] as const;
    expect(unreachable({ factors: [...factors] }, { email: true, phone: false })).toEqual(['PhoneVerificationCode']);
  });
});
