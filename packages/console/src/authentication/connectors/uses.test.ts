// Which sign-in settings need a connector.
import { expect, it } from 'vitest';
import type { Connector, Experience } from '../sign-in-experience/query.ts';
import { usesOf } from './uses.ts';

const method = { identifier: 'email', password: true, verificationCode: true, isPasswordPrimary: true };
const experience = {
  signUp: { identifiers: ['email'], password: true, verify: true },
  signIn: { methods: [method] },
  forgotPasswordMethods: null,
  mfa: { factors: ['PhoneVerificationCode'], policy: 'UserControlled' },
  socialSignInConnectorTargets: ['wechat'],
} as unknown as Experience;
const connector = (id: string, type: string, target: string, platform?: string) =>
  ({ id, type, target, platform }) as Connector;

it('lists what codes by email and SMS are used for', () => {
  expect(usesOf(connector('a', 'Email', 'smtp'), experience, [])).toEqual(['sign_up', 'sign_in', 'recovery']);
  expect(usesOf(connector('a', 'Sms', 'twilio'), experience, [])).toEqual(['recovery', 'mfa']);
  expect(usesOf(connector('a', 'Sms', 'twilio'), { ...experience, forgotPasswordMethods: [] }, [])).toEqual(['mfa']);
});

it('counts the button of the platform, unless another connector has it too', () => {
  const [web, native, universal] = ['Web', 'Native', 'Universal'].map((platform) =>
    connector(platform, 'Social', 'wechat', platform),
  ) as [Connector, Connector, Connector];
  expect(usesOf(web, experience, [])).toEqual(['button']);
  expect(usesOf(web, experience, [native])).toEqual(['button']);
  expect(usesOf(native, experience, [web])).toEqual(['app_button']);
  expect(usesOf(web, experience, [universal])).toEqual([]);
  expect(usesOf(connector('g', 'Social', 'google', 'Universal'), experience, [])).toEqual([]);
});
