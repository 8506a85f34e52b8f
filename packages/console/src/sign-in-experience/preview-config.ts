// What the preview is told: the draft as the sign-in pages would get it, saved or not.

import type { Connector, ExperienceState } from './experience-context.ts';
import type { Experience } from './query.ts';
import type { Reach } from './reach.ts';
import { bodyOf, type Values } from './values.ts';

export type PreviewMode = 'light' | 'dark';
export type PreviewPlatform = 'desktop' | 'mobile' | 'native';
export type PreviewScreen = 'sign-in' | 'register';
export type PreviewChoice = {
  mode: PreviewMode;
  language: string;
  platform: PreviewPlatform;
  screen: PreviewScreen;
};

/** Only these have a connector that works in applications alone. */
const nativeTargets = ['wechat', 'alipay'];
export const hasNative = (connectors: readonly Connector[]): boolean =>
  connectors.some(({ type, target }) => type === 'Social' && nativeTargets.includes(target));

/** In the order of the targets, each with its connectors. */
const socialConnectors = ({ socialTargets }: Values, connectors: readonly Connector[]) =>
  socialTargets.flatMap((target) =>
    connectors.filter((connector) => connector.type === 'Social' && connector.target === target),
  );

type Facts = Pick<ExperienceState, 'connectors'> & { experience: Experience; reach: Reach };

export const previewConfig = (values: Values, { experience, connectors, reach }: Facts, choice: PreviewChoice) => {
  const methods = values.forgotPasswordMethods;
  return {
    signInExperience: {
      ...experience,
      ...bodyOf(values, { base: experience, implied: [] }),
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
    // Where nobody can register there is no such page.
    screen: values.isRegistrationEnabled ? choice.screen : 'sign-in',
  };
};
export type PreviewConfig = ReturnType<typeof previewConfig>;
