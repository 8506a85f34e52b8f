import type { TFunction } from 'i18next';
import { describe, expect, it } from 'vitest';
import { checkValues, errorCounts } from './check-values.ts';
import type { Connector } from './experience-context.ts';
import { hasNative, previewConfig } from './preview-config.ts';
import type { Experience } from './query.ts';
import { bodyOf, type MfaFactor, valuesOf } from './values.ts';

const t = ((key: string) => key) as unknown as TFunction;
const method = { identifier: 'username', password: true, verificationCode: false, isPasswordPrimary: true } as const;
const experience = {
  color: { primaryColor: '#6139F6', isDarkModeEnabled: false, darkPrimaryColor: '#8768F8' },
  branding: { logoUrl: 'https://a.example/logo.svg' },
  languageInfo: { autoDetect: true, fallbackLanguage: 'en' },
  termsOfUseUrl: null,
  privacyPolicyUrl: null,
  agreeToTermsPolicy: 'Automatic',
  signIn: { methods: [method] },
  signUp: { identifiers: ['username'], password: true, verify: false },
  socialSignIn: {},
  socialSignInConnectorTargets: [],
  signInMode: 'SignInAndRegister',
  customCss: null,
  customUiAssets: null,
  singleSignOnEnabled: false,
  supportEmail: null,
  supportWebsiteUrl: null,
  unknownSessionRedirectUrl: null,
  forgotPasswordMethods: null,
} as unknown as Experience;
const everywhere = { email: true, phone: true };
const values = valuesOf(experience, ['EmailVerificationCode']);

describe('the sign-in experience as a form', () => {
  it('sends the whole record, without what says nothing', () => {
    const body = bodyOf({ ...values, logoUrl: ' ', customCss: ' \n' }, { base: experience, implied: [] });
    expect(body).toMatchObject({ branding: {}, customCss: null, signInMode: 'SignInAndRegister' });
    expect(bodyOf({ ...values, isRegistrationEnabled: false }, { base: experience, implied: [] }).signInMode).toBe(
      'SignIn',
    );
    for (const foreign of ['mfa', 'passwordPolicy', 'captchaPolicy', 'sentinelPolicy', 'emailBlocklistPolicy']) {
      expect(body).not.toHaveProperty(foreign);
    }
  });

  it('leaves the ways to a new password alone until somebody chooses', () => {
    const facts = { base: experience, implied: ['EmailVerificationCode'] } as const;
    expect(values.forgotPasswordMethods).toEqual(['EmailVerificationCode']);
    expect(bodyOf(values, facts)).not.toHaveProperty('forgotPasswordMethods');
    expect(bodyOf({ ...values, forgotPasswordMethods: [] }, facts).forgotPasswordMethods).toEqual([]);
  });

  it.each([
    [['username', 'emailOrPhone'], ['username'], [{ identifier: 'emailOrPhone', verify: true }]],
    [['emailOrPhone', 'username'], ['email', 'phone'], [{ identifier: 'username', verify: false }]],
    [[], [], []],
  ] as const)('stores the first identifier and the others: %j', (chosen, identifiers, secondaryIdentifiers) => {
    const { signUp } = bodyOf({ ...values, signUpIdentifiers: [...chosen] }, { base: experience, implied: [] });
    expect(signUp).toMatchObject({ identifiers, secondaryIdentifiers });
    const stored = { ...experience, signUp: { ...experience.signUp, ...signUp } } as Experience;
    expect(valuesOf(stored, []).signUpIdentifiers).toEqual(chosen);
  });

  it('counts its errors for each tab', () => {
    const email = { ...method, identifier: 'email', verificationCode: true } as const;
    const wrong = {
      ...values,
      primaryColor: 'blue',
      favicon: 'nowhere',
      signUpIdentifiers: ['username' as const, 'email' as const],
      signInMethods: [email, { ...method, password: false }],
      forgotPasswordMethods: ['EmailVerificationCode' as const, 'PhoneVerificationCode' as const],
      unknownSessionRedirectUrl: 'x',
      privacyPolicyUrl: 'x',
      supportEmail: 'x',
    };
    const errors = checkValues(wrong, { reach: { email: false, phone: false }, factors: [] }, t);
    expect(Object.keys(errors).sort()).toEqual([
      'favicon',
      'forgotPasswordMethods',
      'primaryColor',
      'privacyPolicyUrl',
      'signInMethods.0',
      'signInMethods.1',
      'signUpIdentifiers.1',
      'supportEmail',
      'unknownSessionRedirectUrl',
    ]);
    expect(errorCounts(errors)).toEqual({ branding: 2, 'sign-up-and-sign-in': 5, content: 2 });
    expect(checkValues(values, { reach: everywhere, factors: [] }, t)).toEqual({});
  });

  it('says before it is saved that somebody could not come back', () => {
    const email = { ...method, identifier: 'email', verificationCode: true } as const;
    const withoutPassword = {
      ...values,
      signUpIdentifiers: ['phone' as const],
      signUpPassword: false,
      signUpVerify: true,
      signInMethods: [email, { ...email, verificationCode: false }, method],
    };
    const check = (factors: readonly MfaFactor[]) => checkValues(withoutPassword, { reach: everywhere, factors }, t);
    expect(check([])).toEqual({ 'signInMethods.1': 'sign-in-experience.methods.code_lock.sign_up' });
    const conflict = 'sign-in-experience.methods.code_conflict';
    expect(check(['EmailVerificationCode'])).toEqual({ 'signInMethods.0': conflict, 'signInMethods.1': conflict });
    expect(check(['PhoneVerificationCode'])).toEqual(check([]));
  });
});

describe('the preview', () => {
  const connector = (id: string, target: string) =>
    ({ id, target, type: 'Social', platform: 'Web' }) as unknown as Connector;
  const connectors = [connector('1', 'github'), connector('2', 'wechat'), connector('3', 'github')];
  const choice = { mode: 'dark', language: 'de', platform: 'native', screen: 'register' } as const;

  it('shows what is not saved, with the connectors in the order of their targets', () => {
    const changed = { ...values, primaryColor: '#123456', socialTargets: ['wechat', 'github'] };
    const config = previewConfig(changed, { experience, connectors, reach: { email: false, phone: true } }, choice);
    expect(config).toMatchObject({ language: 'de', mode: 'light', platform: 'mobile', isNative: true });
    expect(config.signInExperience.color.primaryColor).toBe('#123456');
    expect(config.signInExperience.socialConnectors.map(({ id }) => id)).toEqual(['2', '1', '3']);
    // Chosen, but nothing can be sent there.
    expect(config.signInExperience.forgotPassword).toEqual({ email: false, phone: false });
  });
  it('shows where people register only where they can', () => {
    const facts = { experience, connectors, reach: everywhere };
    expect(previewConfig({ ...values, isRegistrationEnabled: true }, facts, choice).screen).toBe('register');
    expect(previewConfig({ ...values, isRegistrationEnabled: false }, facts, choice).screen).toBe('sign-in');
  });
  it('is dark only where the pages can be', () => {
    const dark = { ...values, isDarkModeEnabled: true };
    expect(previewConfig(dark, { experience, connectors, reach: everywhere }, choice).mode).toBe('dark');
  });
  it('knows an app only where a connector needs one', () => {
    expect([hasNative(connectors), hasNative(connectors.slice(0, 1))]).toEqual([true, false]);
  });
});
