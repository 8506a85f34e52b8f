import type { TFunction } from 'i18next';
import { describe, expect, it } from 'vitest';
import { checkValues, errorCounts } from './check-values.ts';
import { hasNative, previewConfig } from './preview-config.ts';
import type { Connector, Experience } from './query.ts';
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
  magicLinkEnabled: false,
  singleSignOnEnabled: false,
  supportEmail: null,
  supportWebsiteUrl: null,
  unknownSessionRedirectUrl: null,
  forgotPasswordMethods: null,
  passkeySignIn: { enabled: false, showPasskeyButton: true, allowAutofill: true, offerAfterSignIn: false },
} as unknown as Experience;
const everywhere = { email: true, phone: true };
const values = valuesOf(experience, ['EmailVerificationCode']);

describe('sign-in experience form', () => {
  it('sends the whole record without empty values', () => {
    const body = bodyOf({ ...values, logoUrl: ' ', customCss: ' \n' }, { base: experience, implied: [] });
    expect(body).toMatchObject({ branding: {}, customCss: null, signInMode: 'SignInAndRegister' });
    expect(bodyOf({ ...values, isRegistrationEnabled: false }, { base: experience, implied: [] }).signInMode).toBe(
      'SignIn',
    );
    expect(
      bodyOf({ ...values, isPasskeySignInEnabled: true }, { base: experience, implied: [] }).passkeySignIn,
    ).toEqual({
      ...{ enabled: true, showPasskeyButton: true, allowAutofill: true, offerAfterSignIn: false },
    });
    for (const foreign of ['mfa', 'passwordPolicy', 'captchaPolicy', 'sentinelPolicy', 'emailBlocklistPolicy']) {
      expect(body).not.toHaveProperty(foreign);
    }
  });

  it('fills in the usual appearance, and sends only what is filled in', () => {
    expect(values).toMatchObject({ layout: 'Card', cornerRadius: 16, panelHeadline: '', isSignatureShown: true });
    const changed = {
      ...values,
      layout: 'SplitEnd' as const,
      cornerRadius: 0,
      panelHeadline: ' All in one place ',
      footerLinks: [
        { key: 'Imprint', value: 'https://a.example/imprint' },
        { key: '', value: ' ' },
      ],
    };
    const { appearance } = bodyOf(changed, { base: experience, implied: [] });
    expect(appearance).toMatchObject({
      layout: 'SplitEnd',
      cornerRadius: 0,
      panelHeadline: 'All in one place',
      footerLinks: [{ label: 'Imprint', url: 'https://a.example/imprint' }],
    });
    expect(appearance).not.toHaveProperty('panelText');
    const stored = { ...experience, appearance } as Experience;
    expect(valuesOf(stored, []).footerLinks).toEqual([{ key: 'Imprint', value: 'https://a.example/imprint' }]);
  });

  it('names fields of the appearance that are wrong', () => {
    const wrong = {
      ...values,
      background: 'Image' as const,
      panelHeadline: 'x'.repeat(81),
      footerLinks: [{ key: '', value: 'nowhere' }],
      signInMethods: [],
    };
    const errors = checkValues(wrong, { reach: everywhere, factors: [] }, t);
    expect(Object.keys(errors).sort()).toEqual([
      'backgroundImageUrl',
      'footerLinks.0.key',
      'footerLinks.0.value',
      'panelHeadline',
      'signInMethods',
    ]);
    expect(errorCounts(errors)).toMatchObject({ branding: 4, 'sign-up-and-sign-in': 1 });
  });

  it('keeps derived recovery methods until they are changed', () => {
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

  it('counts errors per tab', () => {
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

  it('reports before saving if users could not sign in again', () => {
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
  const facts = { experience, connectors, reach: everywhere, hasOwnOrigin: true };
  const choice = { mode: 'dark', language: 'de', platform: 'native', screen: 'register' } as const;

  it('shows unsaved values, with connectors in target order', () => {
    const changed = { ...values, primaryColor: '#123456', socialTargets: ['wechat', 'github'] };
    const config = previewConfig(changed, { ...facts, reach: { email: false, phone: true } }, choice);
    expect(config).toMatchObject({ language: 'de', mode: 'light', platform: 'mobile', isNative: true });
    expect(config.signInExperience.color.primaryColor).toBe('#123456');
    expect(config.signInExperience.socialConnectors.map(({ id }) => id)).toEqual(['2', '1', '3']);
    // Configured, but codes cannot be sent there.
    expect(config.signInExperience.forgotPassword).toEqual({ email: false, phone: false });
  });
  it('shows registration only if it is enabled', () => {
    expect(previewConfig({ ...values, isRegistrationEnabled: true }, facts, choice).screen).toBe('register');
    expect(previewConfig({ ...values, isRegistrationEnabled: false }, facts, choice).screen).toBe('sign-in');
  });
  it('is dark only if dark mode is enabled', () => {
    const dark = { ...values, isDarkModeEnabled: true };
    expect(previewConfig(dark, facts, choice).mode).toBe('dark');
  });
  it('shows no tenant markup on a shared origin', () => {
    const before = { ...experience, customCss: 'a {}', customContent: { '/sign-in': '<p>' } };
    const shown = (hasOwnOrigin: boolean) =>
      previewConfig({ ...values, customCss: 'b {}' }, { ...facts, experience: before, hasOwnOrigin }, choice);
    const { customContent } = before;
    expect(shown(true).signInExperience).toMatchObject({ customCss: 'b {}', customContent });
    expect(shown(false).signInExperience).toMatchObject({ customCss: null, customContent: {} });
  });
  it('offers the native platform only if a connector needs it', () => {
    expect([hasNative(connectors), hasNative(connectors.slice(0, 1))]).toEqual([true, false]);
  });
});
