// Names of devices, and dates as people say them.
import { parseUserAgent } from '@tessera/contract/user-agent';
import type { AccountTranslate } from './account-context.ts';
import type { IconName } from './icons.tsx';

export const deviceName = (t: AccountTranslate, agent: string | null | undefined): string => {
  const { browser, os } = parseUserAgent(agent ?? '');
  if (browser.name && os.name) return t('account.device.named', { browser: browser.name, system: os.name });
  return browser.name ?? os.name ?? t('account.device.unknown');
};

export const deviceIcon = (agent: string | null | undefined): IconName => {
  const { device, os } = parseUserAgent(agent ?? '');
  if (device.type === 'mobile' || device.type === 'tablet') return 'phone';
  return os.name === 'Windows' ? 'desktop' : 'laptop';
};

const units = [
  // Less than a minute ago is now.
  ['second', Number.POSITIVE_INFINITY],
  ['minute', 60_000],
  ['hour', 3_600_000],
  ['day', 86_400_000],
] as const;

/** "2 hours ago", and the date after a week. */
export const timeAgo = (language: string, time: number): string => {
  const passed = Math.max(0, Date.now() - time);
  if (passed > 7 * 86_400_000) return new Date(time).toLocaleDateString(language, { dateStyle: 'long' });
  const [unit, length] = units.findLast(([, ms]) => passed >= ms) ?? units[0];
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-Math.floor(passed / length), unit);
};

export const dayOf = (language: string, time: number | string): string =>
  new Date(time).toLocaleDateString(language, { dateStyle: 'long' });
