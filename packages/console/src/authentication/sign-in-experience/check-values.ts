// Validates the form and maps errors to fields and tabs.

import { maxHeadline, maxLinkLabel, maxPanelText } from '@tessera/contract/appearance-options';
import { isHexColor } from '@tessera/contract/colors';
import { isWebUrl } from '@tessera/contract/web-url';
import type { TFunction } from 'i18next';
import { withoutGaps } from '../../kit/required-text.ts';
import { appearanceFields, appearanceImages } from './appearance-values.ts';
import type { Reach } from './reach.ts';
import { hasPasswordSignIn, identifierOf, isSecondFactor, needsCode } from './sign-up-rules.ts';
import { imageFields, type MfaFactor, type SignInMethod, type Values } from './values.ts';

/** Valid choices depend on the connectors and on the enabled MFA factors. */
export type Facts = { reach: Reach; factors: readonly MfaFactor[] };
export type Tab = 'branding' | 'sign-up-and-sign-in' | 'content';

const isEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
const maxCss = 65_536;

export const missingConnectors = (identifier: string, { email, phone }: Reach): ('email' | 'phone')[] => [
  ...(!email && (identifier === 'email' || identifier === 'emailOrPhone') ? (['email'] as const) : []),
  ...(!phone && (identifier === 'phone' || identifier === 'emailOrPhone') ? (['phone'] as const) : []),
];

/** Checks that users who sign up can sign in again with this method. */
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
  const hasPasskeyButton = values.isPasskeySignInEnabled && values.showPasskeyButton;
  // With enterprise SSO, the server knows whether there is a connector.
  const hasOther = hasPasskeyButton || values.socialTargets.length > 0 || values.singleSignOnEnabled;
  if (values.signInMethods.length === 0 && !hasOther) {
    errors.signInMethods = t('sign-in-experience.methods.no_way_in');
  }
  const recoveries = hasPasswordSignIn(values) ? values.forgotPasswordMethods : [];
  if (recoveries.some((method) => missingConnectors(identifierOf[method], reach).length > 0)) {
    errors.forgotPasswordMethods = cannotSend;
  }
  return errors;
};

/** Empty rows are not sent. */
const checkFooter = ({ footerLinks }: Values, t: TFunction) =>
  Object.fromEntries(
    footerLinks.flatMap(({ key, value }, index) => {
      if (key.trim() === '' && value.trim() === '') return [];
      return [
        [`footerLinks.${index}.key`, key.trim() === '' ? t('fields.required') : tooLong(key, maxLinkLabel, t)],
        [`footerLinks.${index}.value`, isWebUrl(value.trim()) ? undefined : t('sign-in-experience.address_rule')],
      ];
    }),
  );
const tooLong = (text: string, max: number, t: TFunction) =>
  text.trim().length > max ? t('fields.too_long', { max }) : undefined;

const checkAppearance = (values: Values, t: TFunction) => {
  const { layout, background, backgroundImageUrl } = values;
  const isImage = layout === 'Card' && background === 'Image';
  return {
    backgroundImageUrl: isImage && backgroundImageUrl.trim() === '' ? t('fields.required') : undefined,
    fontUrl: values.font === 'Custom' && values.fontUrl === '' ? t('fields.required') : undefined,
    panelHeadline: tooLong(values.panelHeadline, maxHeadline, t),
    panelText: tooLong(values.panelText, maxPanelText, t),
    ...checkFooter(values, t),
  };
};

export const checkValues = (values: Values, facts: Facts, t: TFunction): Record<string, string> => {
  const address = (text: string) =>
    text.trim() === '' || isWebUrl(text.trim()) ? undefined : t('sign-in-experience.address_rule');
  const color = (text: string) => (isHexColor(text) ? undefined : t('fields.hex_color'));
  const { supportEmail } = values;
  return withoutGaps({
    primaryColor: color(values.primaryColor),
    darkPrimaryColor: values.isDarkModeEnabled ? color(values.darkPrimaryColor) : undefined,
    ...Object.fromEntries([...imageFields, ...appearanceImages].map((name) => [name, address(values[name])])),
    ...withoutGaps(checkAppearance(values, t)),
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
    [
      ...[...imageFields, ...appearanceFields],
      ...['primaryColor', 'darkPrimaryColor', 'isDarkModeEnabled', 'customCss', 'customUiAssets'],
    ].map((field) => [field, 'branding']),
  ),
  ...Object.fromEntries(
    [
      ...['termsOfUseUrl', 'privacyPolicyUrl', 'agreeToTermsPolicy', 'supportEmail', 'supportWebsiteUrl'],
      ...['autoDetect', 'fallbackLanguage'],
    ].map((field) => [field, 'content']),
  ),
};
/** The first segment of an error's path is its field; list rows have one error each. */
export const tabOf = (path: string): Tab => tabs[path.split('.')[0] ?? ''] ?? 'sign-up-and-sign-in';

export const errorCounts = (errors: object): Record<Tab, number> => {
  const counts = { branding: 0, 'sign-up-and-sign-in': 0, content: 0 };
  for (const [path, error] of Object.entries(errors)) if (error) counts[tabOf(path)] += 1;
  return counts;
};
