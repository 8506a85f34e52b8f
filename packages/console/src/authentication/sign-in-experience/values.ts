// Converts the sign-in experience between the API's format and the form's values, shared by all tabs.
import type { SignInIdentifier } from '@tessera/contract/sign-in-experience';
import { type AppearanceValues, appearanceOf, appearanceValuesOf } from './appearance-values.ts';
import type { Body, Experience } from './query.ts';

const signUpOptions = ['username', 'email', 'phone', 'emailOrPhone'] as const;
export type SignUpIdentifier = (typeof signUpOptions)[number];
export type SignInMethod = Experience['signIn']['methods'][number];
export type Recovery = NonNullable<Experience['forgotPasswordMethods']>[number];
export type MfaFactor = Experience['mfa']['factors'][number];

export const imageFields = ['logoUrl', 'favicon', 'darkLogoUrl', 'darkFavicon'] as const;
export type ImageName = (typeof imageFields)[number];

export type Values = Record<ImageName, string> &
  AppearanceValues & {
    primaryColor: string;
    isDarkModeEnabled: boolean;
    darkPrimaryColor: string;
    customCss: string;
    /** The uploaded custom sign-in UI. */
    customUiAssets: Experience['customUiAssets'];
    /** In order: the first is the sign-up identifier, the others are collected afterwards. */
    signUpIdentifiers: SignUpIdentifier[];
    signUpPassword: boolean;
    signUpVerify: boolean;
    signInMethods: SignInMethod[];
    forgotPasswordMethods: Recovery[];
    isPasskeySignInEnabled: boolean;
    showPasskeyButton: boolean;
    allowAutofill: boolean;
    offerAfterSignIn: boolean;
    magicLinkEnabled: boolean;
    socialTargets: string[];
    automaticAccountLinking: boolean;
    singleSignOnEnabled: boolean;
    isRegistrationEnabled: boolean;
    unknownSessionRedirectUrl: string;
    termsOfUseUrl: string;
    privacyPolicyUrl: string;
    agreeToTermsPolicy: Experience['agreeToTermsPolicy'];
    supportEmail: string;
    supportWebsiteUrl: string;
    autoDetect: boolean;
    fallbackLanguage: string;
  };

const primaryOf = (identifiers: readonly SignInIdentifier[]): SignUpIdentifier[] =>
  identifiers.includes('email') && identifiers.includes('phone') ? ['emailOrPhone'] : identifiers.slice(0, 1);

/** `implied`: recovery methods of a tenant that never configured any. */
export const valuesOf = (experience: Experience, implied: readonly Recovery[]): Values => {
  const { color, branding, signUp, signIn, languageInfo } = experience;
  const { enabled: isPasskeySignInEnabled, ...passkeys } = experience.passkeySignIn;
  const { logoUrl = '', favicon = '', darkLogoUrl = '', darkFavicon = '' } = branding;
  return {
    ...color,
    ...appearanceValuesOf(experience.appearance),
    logoUrl,
    favicon,
    darkLogoUrl,
    darkFavicon,
    customCss: experience.customCss ?? '',
    customUiAssets: experience.customUiAssets,
    signUpIdentifiers: [
      ...primaryOf(signUp.identifiers),
      ...(signUp.secondaryIdentifiers ?? []).map(({ identifier }) => identifier),
    ],
    signUpPassword: signUp.password,
    signUpVerify: signUp.verify,
    signInMethods: signIn.methods,
    forgotPasswordMethods: experience.forgotPasswordMethods ?? [...implied],
    isPasskeySignInEnabled,
    ...passkeys,
    magicLinkEnabled: experience.magicLinkEnabled,
    socialTargets: experience.socialSignInConnectorTargets,
    automaticAccountLinking: experience.socialSignIn.automaticAccountLinking ?? false,
    singleSignOnEnabled: experience.singleSignOnEnabled,
    isRegistrationEnabled: experience.signInMode !== 'SignIn',
    unknownSessionRedirectUrl: experience.unknownSessionRedirectUrl ?? '',
    termsOfUseUrl: experience.termsOfUseUrl ?? '',
    privacyPolicyUrl: experience.privacyPolicyUrl ?? '',
    agreeToTermsPolicy: experience.agreeToTermsPolicy,
    supportEmail: experience.supportEmail ?? '',
    supportWebsiteUrl: experience.supportWebsiteUrl ?? '',
    ...languageInfo,
  };
};

const signUpOf = ({ signUpIdentifiers, signUpPassword, signUpVerify }: Values) => {
  const [primary, ...secondary] = signUpIdentifiers;
  const identifiers: SignInIdentifier[] =
    primary === undefined ? [] : primary === 'emailOrPhone' ? ['email', 'phone'] : [primary];
  return {
    identifiers,
    password: signUpPassword,
    verify: signUpVerify,
    secondaryIdentifiers: secondary.map((identifier) => ({ identifier, verify: identifier !== 'username' })),
  };
};

/** The complete PATCH body. */
export const bodyOf = (values: Values, { implied, base }: { implied: readonly Recovery[]; base: Experience }) => {
  const { primaryColor, isDarkModeEnabled, darkPrimaryColor } = values;
  const images = imageFields.flatMap((name) => (values[name].trim() ? [[name, values[name].trim()]] : []));
  const methods = values.forgotPasswordMethods;
  // If recovery was never configured, keep deriving it from the connectors until it is changed.
  const isStillImplied = base.forgotPasswordMethods === null && String(methods) === String(implied);
  return {
    color: { primaryColor, isDarkModeEnabled, darkPrimaryColor },
    branding: Object.fromEntries(images),
    appearance: appearanceOf(values),
    customCss: values.customCss.trim() === '' ? null : values.customCss,
    customUiAssets: values.customUiAssets,
    signUp: signUpOf(values),
    signIn: { methods: values.signInMethods },
    ...(!isStillImplied && { forgotPasswordMethods: methods }),
    passkeySignIn: {
      enabled: values.isPasskeySignInEnabled,
      showPasskeyButton: values.showPasskeyButton,
      allowAutofill: values.allowAutofill,
      offerAfterSignIn: values.offerAfterSignIn,
    },
    magicLinkEnabled: values.magicLinkEnabled,
    socialSignInConnectorTargets: values.socialTargets,
    socialSignIn: { automaticAccountLinking: values.automaticAccountLinking },
    singleSignOnEnabled: values.singleSignOnEnabled,
    signInMode: values.isRegistrationEnabled ? 'SignInAndRegister' : 'SignIn',
    unknownSessionRedirectUrl: values.unknownSessionRedirectUrl.trim(),
    termsOfUseUrl: values.termsOfUseUrl.trim(),
    privacyPolicyUrl: values.privacyPolicyUrl.trim(),
    agreeToTermsPolicy: values.agreeToTermsPolicy,
    supportEmail: values.supportEmail.trim(),
    supportWebsiteUrl: values.supportWebsiteUrl.trim(),
    languageInfo: { autoDetect: values.autoDetect, fallbackLanguage: values.fallbackLanguage },
  } satisfies Body;
};
