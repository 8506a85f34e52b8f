// The configuration of the preview: the unsaved draft in the format of the sign-in pages.
import type { Connector, Experience } from './query.ts';
import type { Reach } from './reach.ts';
import { bodyOf, type Values } from './values.ts';

export type PreviewMode = 'light' | 'dark';
export type PreviewPlatform = 'desktop' | 'mobile' | 'native';
export type PreviewScreen = 'sign-in' | 'register' | 'password' | 'code' | 'mfa' | 'totp' | 'consent' | 'error';
export type PreviewChoice = {
  mode: PreviewMode;
  language: string;
  platform: PreviewPlatform;
  screen: PreviewScreen;
};

/** Targets with a connector for native apps only. */
const nativeTargets = ['wechat', 'alipay'];
export const hasNative = (connectors: readonly Connector[]): boolean =>
  connectors.some(({ type, target }) => type === 'Social' && nativeTargets.includes(target));

/** In target order, each with its connectors. */
const socialConnectors = ({ socialTargets }: Values, connectors: readonly Connector[]) =>
  socialTargets.flatMap((target) =>
    connectors.filter((connector) => connector.type === 'Social' && connector.target === target),
  );

/** Pages on a shared origin ignore custom CSS and content. */
const noMarkup = { customCss: null, customContent: {} };

type Facts = {
  experience: Experience;
  connectors: readonly Connector[];
  reach: Reach;
  hasOwnOrigin: boolean;
};

export const previewConfig = (values: Values, facts: Facts, choice: PreviewChoice) => {
  const { experience, connectors, reach, hasOwnOrigin } = facts;
  const methods = values.forgotPasswordMethods;
  return {
    signInExperience: {
      ...experience,
      ...bodyOf(values, { base: experience, implied: [] }),
      ...(!hasOwnOrigin && noMarkup),
      socialConnectors: socialConnectors(values, connectors),
      forgotPassword: {
        email: methods.includes('EmailVerificationCode') && reach.email,
        phone: methods.includes('PhoneVerificationCode') && reach.phone,
      },
    },
    language: choice.language,
    mode: values.isDarkModeEnabled ? choice.mode : 'light',
    platform: choice.platform === 'desktop' ? 'web' : 'mobile',
    isNative: choice.platform === 'native',
    // Without registration there is no register screen.
    screen: choice.screen === 'register' && !values.isRegistrationEnabled ? 'sign-in' : choice.screen,
  };
};
export type PreviewConfig = ReturnType<typeof previewConfig>;
