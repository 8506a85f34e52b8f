// The sign-in experience: branding of a tenant's end-user pages and their sign-in methods.
import * as z from 'zod/mini';
import { appearance } from './appearance.ts';
import { publicCaptchaConfig } from './captcha-provider.ts';
import { connectorPlatform, localizedText } from './connectors.ts';
import { customProfileField } from './custom-profile-fields.ts';
import { matches, satisfies } from './field-issues.ts';
import { email, hexColor, id, text, webUrl } from './fields.ts';
import { get, patch, resource } from './kit.ts';
import { passwordPolicy } from './password-policy.ts';
import { maxRememberedDays } from './remembered-days.ts';

export const signInIdentifiers = ['username', 'email', 'phone'] as const;
export const signInIdentifier = z.enum(signInIdentifiers);
export type SignInIdentifier = z.output<typeof signInIdentifier>;

export const color = z.object({ primaryColor: hexColor, isDarkModeEnabled: z.boolean(), darkPrimaryColor: hexColor });
export const branding = z.partial(
  z.object({ logoUrl: webUrl, darkLogoUrl: webUrl, favicon: webUrl, darkFavicon: webUrl }),
);
export const languageInfo = z.object({ autoDetect: z.boolean(), fallbackLanguage: text(2, 16) });
export const signInMethod = z.object({
  identifier: signInIdentifier,
  password: z.boolean(),
  verificationCode: z.boolean(),
  isPasswordPrimary: z.boolean(),
});
export const signUp = z.object({
  identifiers: z.array(signInIdentifier),
  password: z.boolean(),
  verify: z.boolean(),
  secondaryIdentifiers: z.optional(
    z.array(
      z.object({ identifier: z.enum(['username', 'email', 'phone', 'emailOrPhone']), verify: z.optional(z.boolean()) }),
    ),
  ),
});
export const mfaFactors = ['Totp', 'WebAuthn', 'BackupCode', 'EmailVerificationCode', 'PhoneVerificationCode'] as const;
export const mfa = z.object({
  factors: z.array(z.enum(mfaFactors)),
  policy: z.enum(['UserControlled', 'Mandatory', 'PromptOnlyAtSignIn', 'PromptAtSignInAndSignUp', 'NoPrompt']),
  organizationRequiredMfaPolicy: z.optional(z.enum(['NoPrompt', 'Mandatory'])),
  /** Whether users may skip the second factor in a browser where they have verified one, and for how many days. */
  rememberedDevices: z.optional(
    z.object({ enabled: z.boolean(), days: z.int().check(z.minimum(1), z.maximum(maxRememberedDays)) }),
  ),
});
export const passkeySignIn = z.object({
  enabled: z.boolean(),
  /** A button on the first sign-in page. */
  showPasskeyButton: z.boolean(),
  /** Passkeys among the suggestions of the identifier field. */
  allowAutofill: z.boolean(),
  /** Users without a passkey are asked to create one after they have signed in another way. */
  offerAfterSignIn: z.boolean(),
});
export const signInMode = z.enum(['SignIn', 'Register', 'SignInAndRegister']);
export const agreeToTermsPolicy = z.enum(['Automatic', 'ManualRegistrationOnly', 'Manual']);

export const captchaPolicy = z.object({ enabled: z.optional(z.boolean()) });
/** The custom sign-in UI, by upload ID. */
export const customUiAssets = z.nullable(z.object({ id, createdAt: z.number() }));

export const sentinelPolicy = z.object({
  maxAttempts: z.optional(z.int().check(z.minimum(1), z.maximum(10_000))),
  /** In minutes. */
  lockoutDuration: z.optional(z.int().check(z.minimum(1), z.maximum(525_600))),
});
export const emailBlocklistPolicy = z.object({
  blockDisposableAddresses: z.optional(z.boolean()),
  blockSubaddressing: z.optional(z.boolean()),
  customBlocklist: z.optional(z.array(z.string().check(z.maxLength(256))).check(z.maxLength(1000))),
});
export const forgotPasswordMethods = z.nullable(
  z.array(z.enum(['EmailVerificationCode', 'PhoneVerificationCode'])).check(z.maxLength(2)),
);

/** Custom HTML next to the pages, by path. Every sign-in page contains all of it. */
const customContent = z
  .record(z.string().check(matches(/^\/[\w/-]{0,127}$/, 'page_path')), z.string())
  .check(satisfies((pages) => Object.values(pages).join('').length <= 65_536, 'pages_size'));

const emptyableUrl = z.nullable(z.union([webUrl, z.literal('')]));
const nullableString = z.nullable(z.string());

export const signInExperience = z.object({
  tenantId: z.string(),
  id,
  color,
  branding,
  appearance,
  languageInfo,
  termsOfUseUrl: nullableString,
  privacyPolicyUrl: nullableString,
  agreeToTermsPolicy,
  signIn: z.object({ methods: z.array(signInMethod) }),
  signUp,
  socialSignIn: z.object({ automaticAccountLinking: z.optional(z.boolean()) }),
  socialSignInConnectorTargets: z.array(z.string()),
  signInMode,
  customCss: nullableString,
  customContent: z.record(z.string(), z.string()),
  customUiAssets,
  passwordPolicy: z.partial(passwordPolicy),
  mfa,
  passkeySignIn,
  /** Emails with a code to sign in or sign up also contain a link. */
  magicLinkEnabled: z.boolean(),
  singleSignOnEnabled: z.boolean(),
  supportEmail: nullableString,
  supportWebsiteUrl: nullableString,
  unknownSessionRedirectUrl: nullableString,
  captchaPolicy,
  sentinelPolicy,
  emailBlocklistPolicy,
  forgotPasswordMethods,
});
export type SignInExperience = z.output<typeof signInExperience>;

export const publicSocialConnector = z.object({
  id: z.string(),
  target: z.string(),
  platform: connectorPlatform,
  name: localizedText,
  logo: z.string(),
  logoDark: z.nullable(z.string()),
  isStandard: z.boolean(),
});
export type PublicSocialConnector = z.output<typeof publicSocialConnector>;
export const publicSsoConnector = z.object({
  id: z.string(),
  connectorName: z.string(),
  logo: z.optional(z.string()),
  darkLogo: z.optional(z.string()),
});
export type PublicSsoConnector = z.output<typeof publicSsoConnector>;
const googleOneTap = z.object({
  isEnabled: z.boolean(),
  connectorId: z.string(),
  clientId: z.string(),
  autoSelect: z.optional(z.boolean()),
  closeOnTapOutside: z.optional(z.boolean()),
  itpSupport: z.optional(z.boolean()),
});

/** The public part, for the sign-in pages. */
export const publicSignInExperience = z.extend(signInExperience, {
  displayName: z.optional(nullableString),
  /** The application that the user signs in to, if known. */
  application: z.optional(z.object({ name: z.string(), isThirdParty: z.boolean(), homeUrl: z.optional(z.string()) })),
  socialConnectors: z.array(publicSocialConnector),
  ssoConnectors: z.array(publicSsoConnector),
  googleOneTap: z.optional(googleOneTap),
  forgotPassword: z.object({ email: z.boolean(), phone: z.boolean() }),
  isDevelopmentTenant: z.boolean(),
  /** Only if CAPTCHA is enabled. */
  captchaConfig: z.optional(publicCaptchaConfig),
  customProfileFields: z.array(customProfileField),
  /** Languages with custom phrases, including additional ones. */
  customLanguages: z.optional(z.array(z.string())),
});
export type PublicSignInExperience = z.output<typeof publicSignInExperience>;

const methods = z.array(signInMethod);
export const signInExperiences = resource('sign-in-experience', 'management', {
  get: get('/sign-in-exp', { response: signInExperience, versioned: true }),
  update: patch('/sign-in-exp', {
    body: z.partial(
      z.object({
        color,
        branding,
        appearance,
        languageInfo,
        termsOfUseUrl: emptyableUrl,
        privacyPolicyUrl: emptyableUrl,
        agreeToTermsPolicy,
        signIn: z.object({ methods }),
        signUp,
        signInMode,
        socialSignIn: z.object({ automaticAccountLinking: z.optional(z.boolean()) }),
        socialSignInConnectorTargets: z.array(text(1, 128)).check(z.maxLength(100)),
        singleSignOnEnabled: z.boolean(),
        customUiAssets,
        customCss: z.nullable(z.string().check(z.maxLength(65_536))),
        customContent,
        passwordPolicy: z.partial(passwordPolicy),
        mfa,
        passkeySignIn,
        magicLinkEnabled: z.boolean(),
        captchaPolicy,
        sentinelPolicy,
        emailBlocklistPolicy,
        forgotPasswordMethods,
        supportEmail: z.nullable(z.union([email, z.literal('')])),
        supportWebsiteUrl: emptyableUrl,
        unknownSessionRedirectUrl: emptyableUrl,
      }),
    ),
    response: signInExperience,
    change: 'sign-in-experience.updated',
  }),
});
