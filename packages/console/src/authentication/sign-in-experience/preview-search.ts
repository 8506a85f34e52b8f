// The state of the preview in the URL, so that it can be shared.
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { PreviewChoice, PreviewPlatform, PreviewScreen } from './preview-config.ts';

export const previewScreens = [
  ...(['sign-in', 'register', 'password', 'code', 'mfa', 'totp', 'consent', 'error'] as const),
] satisfies PreviewScreen[];
const platforms = ['desktop', 'mobile', 'native'] satisfies PreviewPlatform[];

export type PreviewSearch = { step?: PreviewScreen; theme?: 'dark'; device?: PreviewPlatform; lang?: string };

const oneOf = <T extends string>(known: readonly T[], value: unknown): T | undefined =>
  known.find((one) => one === value);

/** Defaults are left out. */
export const parsePreviewSearch = ({ step, theme, device, lang }: Record<string, unknown>): PreviewSearch => {
  const screen = oneOf(previewScreens, step);
  const platform = oneOf(platforms, device);
  return {
    ...(screen && screen !== 'sign-in' && { step: screen }),
    ...(theme === 'dark' && { theme }),
    ...(platform && platform !== 'desktop' && { device: platform }),
    ...(typeof lang === 'string' && /^[\w-]{2,16}$/.test(lang) && { lang }),
  };
};

const searchOf = ({ screen, mode, platform, language }: Partial<PreviewChoice>): Record<string, string> => ({
  ...(screen && { step: screen }),
  ...(mode && { theme: mode }),
  ...(platform && { device: platform }),
  ...(language && { lang: language }),
});

export const usePreviewChoice = () => {
  const { step, theme, device, lang } = parsePreviewSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const previewChoice: Partial<PreviewChoice> = {
    ...(step && { screen: step }),
    ...(theme && { mode: theme }),
    ...(device && { platform: device }),
    ...(lang && { language: lang }),
  };
  const choosePreview = (choice: Partial<PreviewChoice>) =>
    void navigate({
      to: '.',
      search: (before: object) => parsePreviewSearch({ ...before, ...searchOf(choice) }),
      replace: true,
      resetScroll: false,
    });
  return { previewChoice, choosePreview };
};
