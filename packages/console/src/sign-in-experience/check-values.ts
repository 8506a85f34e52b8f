// What is wrong with the values, on which field, and on which tab.
import { isHexColor } from '@tessera/contract/colors';
import type { TFunction } from 'i18next';
import { withoutGaps } from '../kit/required-text.ts';
import type { Reach } from './reach.ts';
import { hasPasswordSignIn, identifierOf, isSecondFactor, needsCode } from './sign-up-rules.ts';
import { imageFields, type MfaFactor, type SignInMethod, type Values } from './values.ts';

/** What is allowed depends on what can be sent, and on what is a second factor already. */
export type Facts = { reach: Reach; factors: readonly MfaFactor[] };
export type Tab = 'branding' | 'sign-up-and-sign-in' | 'content';

const isWebAddress = (text: string) => /^https?:$/.test(URL.parse(text)?.protocol ?? '');
const isEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
const maxCss = 65_536;

export const missingConnectors = (identifier: string, { email, phone }: Reach): ('email' | 'phone')[] => [
  ...(!email && (identifier === 'email' || identifier === 'emailOrPhone') ? (['email'] as const) : []),
  ...(!phone && (identifier === 'phone' || identifier === 'emailOrPhone') ? (['phone'] as const) : []),
];

/** What the rules for everybody's way back say about one way to sign in. */
const checkMethod = (method: SignInMethod, values: Values, { reach, factors }: Facts, t: TFunction) => {
  const { identifier, password, verificationCode } = method;
  const isNeeded = needsCode(values, identifier);
  if ((isNeeded || verificationCode) && isSecondFactor(identifier, factors)) {
    return t('sign-in-experience.methods.code_conflict');
  }
  if (isNeeded && !verificationCode) return t('sign-in-experience.methods.code_lock.sign_up');
  if (!password && !verificationCode) return t('sign-in-experience.methods.factor_required');
  const cannotSend = verificationCode && missingConnectors(identifier, reach).length > 0;
  return cannotSend ? t('sign-in-experience.methods.cannot_send') : undefined;
};

const checkLists = (values: Values, facts: Facts, t: TFunction) => {
  const { reach } = facts;
  const cannotSend = t('sign-in-experience.methods.cannot_send');
  const errors: Record<string, string | undefined> = {};
  values.signUpIdentifiers.forEach((identifier, index) => {
    if (missingConnectors(identifier, reach).length > 0) errors[`signUpIdentifiers.${index}`] = cannotSend;
  });
  values.signInMethods.forEach((method, index) => {
    errors[`signInMethods.${index}`] = checkMethod(method, values, facts, t);
  });
  const recoveries = hasPasswordSignIn(values) ? values.forgotPasswordMethods : [];
  if (recoveries.some((method) => missingConnectors(identifierOf[method], reach).length > 0)) {
    errors.forgotPasswordMethods = cannotSend;
  }
  return errors;
};

export const checkValues = (values: Values, facts: Facts, t: TFunction): Record<string, string> => {
  const address = (text: string) =>
    text.trim() === '' || isWebAddress(text.trim()) ? undefined : t('sign-in-experience.address_rule');
  const color = (text: string) => (isHexColor(text) ? undefined : t('fields.hex_color'));
  const { supportEmail } = values;
  return withoutGaps({
    primaryColor: color(values.primaryColor),
    darkPrimaryColor: values.isDarkModeEnabled ? color(values.darkPrimaryColor) : undefined,
    ...Object.fromEntries(imageFields.map((name) => [name, address(values[name])])),
    customCss: values.customCss.length > maxCss ? t('fields.too_long', { max: maxCss }) : undefined,
    ...checkLists(values, facts, t),
    unknownSessionRedirectUrl: address(values.unknownSessionRedirectUrl),
    termsOfUseUrl: address(values.termsOfUseUrl),
    privacyPolicyUrl: address(values.privacyPolicyUrl),
    supportEmail:
      supportEmail.trim() === '' || isEmail(supportEmail.trim()) ? undefined : t('sign-in-experience.email_rule'),
    supportWebsiteUrl: address(values.supportWebsiteUrl),
  });
};

const tabs: Record<string, Tab> = {
  ...Object.fromEntries(
    [...imageFields, 'primaryColor', 'darkPrimaryColor', 'isDarkModeEnabled', 'customCss', 'customUiAssets'].map(
      (field) => [field, 'branding'],
    ),
  ),
  ...Object.fromEntries(
    [
      ...['termsOfUseUrl', 'privacyPolicyUrl', 'agreeToTermsPolicy', 'supportEmail', 'supportWebsiteUrl'],
      ...['autoDetect', 'fallbackLanguage'],
    ].map((field) => [field, 'content']),
  ),
};
/** The path of an error begins with its field; rows of lists have an error each. */
export const tabOf = (path: string): Tab => tabs[path.split('.')[0] ?? ''] ?? 'sign-up-and-sign-in';

export const errorCounts = (errors: object): Record<Tab, number> => {
  const counts = { branding: 0, 'sign-up-and-sign-in': 0, content: 0 };
  for (const [path, error] of Object.entries(errors)) if (error) counts[tabOf(path)] += 1;
  return counts;
};
