// What a browser said of itself, in words.
import { useTranslation } from 'react-i18next';
import { deviceOf } from './device-name.ts';

export function useDeviceText() {
  const { t } = useTranslation();
  return (agent: string | null | undefined): string => {
    const { browser, system } = deviceOf(agent ?? '');
    if (browser !== undefined && system !== undefined) return t('users.device', { browser, system });
    return browser ?? system ?? t('users.unknown_device');
  };
}
