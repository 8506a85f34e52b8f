// The display text of a user agent.
import { parseUserAgent } from '@tessera/contract/user-agent';
import { useTranslation } from 'react-i18next';

export function useDeviceText() {
  const { t } = useTranslation();
  return (agent: string | null | undefined): string => {
    const { browser, os } = parseUserAgent(agent ?? '');
    if (browser.name !== undefined && os.name !== undefined) {
      return t('users.device', { browser: browser.name, system: os.name });
    }
    return browser.name ?? os.name ?? t('users.unknown_device');
  };
}
