// The available CAPTCHA providers and their fields.
import { IconBrandCloudflare, IconBrandGoogle, type TablerIcon } from '@tabler/icons-react';
import type { CaptchaConfig, CaptchaType } from '@tessera/contract/captcha-provider';
import type { TFunction } from 'i18next';
import { withoutGaps } from '../../kit/required-text.ts';

export const captchaTypes = ['RecaptchaEnterprise', 'Turnstile'] as const satisfies readonly CaptchaType[];
export const isCaptchaType = (type: string): type is CaptchaType => (captchaTypes as readonly string[]).includes(type);

export const captchaIcons: Record<CaptchaType, TablerIcon> = {
  RecaptchaEnterprise: IconBrandGoogle,
  Turnstile: IconBrandCloudflare,
};

/** Steps of each provider's instructions. */
export const guideSteps = {
  RecaptchaEnterprise: ['1', '2', '3', '4', '5'],
  Turnstile: ['1', '2', '3', '4'],
} as const;

export type ConnectionValues = { siteKey: string; secretKey: string; projectId: string };
export const noConnection: ConnectionValues = { siteKey: '', secretKey: '', projectId: '' };

export const connectionFields = (type: CaptchaType): readonly (keyof ConnectionValues)[] =>
  type === 'Turnstile' ? ['siteKey', 'secretKey'] : ['siteKey', 'secretKey', 'projectId'];

export const connectionOf = (config: CaptchaConfig): ConnectionValues => ({
  siteKey: config.siteKey,
  secretKey: config.secretKey,
  projectId: config.type === 'Turnstile' ? '' : config.projectId,
});

export const configOf = (type: CaptchaType, values: ConnectionValues): CaptchaConfig => {
  const keys = { siteKey: values.siteKey.trim(), secretKey: values.secretKey.trim() };
  return type === 'Turnstile' ? { type, ...keys } : { type, ...keys, projectId: values.projectId.trim() };
};

export const checkConnection = (type: CaptchaType, values: ConnectionValues, t: TFunction) =>
  withoutGaps(
    Object.fromEntries(
      connectionFields(type).map((field) => [field, values[field].trim() === '' ? t('fields.required') : undefined]),
    ),
  );
