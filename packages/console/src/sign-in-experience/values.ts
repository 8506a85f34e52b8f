// The sign-in experience as its one form holds it, and as it is sent. All tabs show parts of the same values.
import type { SignInIdentifier } from '@tessera/contract/sign-in-experience';
import type { Body, Experience } from './query.ts';

export const signUpOptions = ['username', 'email', 'phone', 'emailOrPhone'] as const;
export type SignUpIdentifier = (typeof signUpOptions)[number];
export type SignInMethod = Experience['signIn']['methods'][number];
export type Recovery = NonNullable<Experience['forgotPasswordMethods']>[number];
export type MfaFactor = Experience['mfa']['factors'][number];

export const imageFields = ['logoUrl', 'favicon', 'darkLogoUrl', 'darkFavicon'] as const;
export type ImageName = (typeof imageFields)[number];

export type Values = Record<ImageName, string> & {
  primaryColor: string;
  isDarkModeEnabled: boolean;
  darkPrimaryColor: string;
  customCss: string;
  /** Pages of one's own, uploaded before. */
  customUiAssets: Experience['customUiAssets'];
  /** In order; the first one is asked first, the others afterwards. */
  signUpIdentifiers: SignUpIdentifier[];
  signUpPassword: boolean;
  signUpVerify: boolean;
  signInMethods: SignInMethod[];
  forgotPasswordMethods: Recovery[];
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

/** `implied`: the ways to a new password of a tenant that never chose any. */
export const valuesOf = (experience: Experience, implied: readonly Recovery[]): Values => {
  const { color, branding, signUp, signIn, languageInfo } = experience;
  const { logoUrl = '', favicon = '', darkLogoUrl = '', darkFavicon = '' } = branding;
  return {
    ...color,
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

export const signUpOf = ({ signUpIdentifiers, signUpPassword, signUpVerify }: Values) => {
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

/** The whole record that these pages manage. */
export const bodyOf = (values: Values, { implied, base }: { implied: readonly Recovery[]; base: Experience }) => {
  const { primaryColor, isDarkModeEnabled, darkPrimaryColor } = values;
  const images = imageFields.flatMap((name) => (values[name].trim() ? [[name, values[name].trim()]] : []));
  const methods = values.forgotPasswordMethods;
  // Who never chose keeps what follows from the connectors, until they choose.
  const isStillImplied = base.forgotPasswordMethods === null && String(methods) === String(implied);
  return {
    color: { primaryColor, isDarkModeEnabled, darkPrimaryColor },
    branding: Object.fromEntries(images),
    customCss: values.customCss.trim() === '' ? null : values.customCss,
    customUiAssets: values.customUiAssets,
    signUp: signUpOf(values),
    signIn: { methods: values.signInMethods },
    ...(!isStillImplied && { forgotPasswordMethods: methods }),
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
