// A webhook as the form holds it: text and rows; and as the server keeps it.
import { headerNamePattern, headerValuePattern } from '@tessera/contract/header-patterns';
import type { HookEvent } from '@tessera/contract/hook-events';
import type { Hook, HookConfig } from '@tessera/contract/hooks';
import type { TFunction } from 'i18next';
import type { Pair } from '../kit/key-value-rows.tsx';
import { checkRequired, withoutGaps } from '../kit/required-text.ts';

export type HookValues = { name: string; url: string; events: HookEvent[]; headers: Pair[]; retries: string };

export const emptyHeader: Pair = { key: '', value: '' };
const defaultRetries = 3;

/** The list, or the single event of older clients. */
export const eventsOf = ({ event, events }: Pick<Hook, 'event' | 'events'>): HookEvent[] => {
  if (events.length > 0) return events;
  return event ? [event] : [];
};

export function valuesOf(hook: Hook): HookValues {
  const { url, headers = {}, retries = defaultRetries } = hook.config;
  const rows = Object.entries(headers).map(([key, value]) => ({ key, value }));
  return {
    name: hook.name,
    url,
    events: eventsOf(hook),
    headers: rows.length > 0 ? rows : [emptyHeader],
    retries: String(retries),
  };
}

/** Rows of which one half is missing are left out. */
export function configOf({ url, headers, retries }: HookValues): HookConfig {
  const whole = headers.filter(({ key, value }) => key !== '' && value !== '');
  return {
    url: url.trim(),
    headers: Object.fromEntries(whole.map(({ key, value }) => [key, value.trim()])),
    retries: Number(retries),
  };
}

export const checkUrl = (url: string, t: TFunction): string | undefined => {
  const missing = checkRequired(url, 2048, t);
  if (missing !== undefined) return missing;
  const parsed = URL.parse(url.trim());
  return parsed && /^https?:$/.test(parsed.protocol) ? undefined : t('webhooks.errors.url');
};

export const checkEvents = (events: readonly string[], t: TFunction): string | undefined =>
  events.length === 0 ? t('webhooks.errors.events') : undefined;

function checkHeader({ key, value }: Pair, index: number, all: readonly Pair[], t: TFunction) {
  const [ofKey, ofValue] = [`headers.${index}.key`, `headers.${index}.value`];
  if (key === '' && value === '') return {};
  if (key === '') return { [ofKey]: t('webhooks.errors.header_key_missing') };
  if (!headerNamePattern.test(key)) return { [ofKey]: t('webhooks.errors.header_key_rule') };
  const isSame = (other: Pair) => other.key.toLowerCase() === key.toLowerCase();
  if (all.findIndex(isSame) < index) return { [ofKey]: t('webhooks.errors.header_taken') };
  if (value === '') return { [ofValue]: t('webhooks.errors.header_value_missing') };
  return headerValuePattern.test(value.trim()) ? {} : { [ofValue]: t('webhooks.errors.header_value_rule') };
}

/** By the name of the field; nothing when all is well. */
export function checkHook(values: HookValues, t: TFunction): Record<string, string> {
  const rows = values.headers.map((header, index) => checkHeader(header, index, values.headers, t));
  return {
    ...withoutGaps({
      name: checkRequired(values.name, 256, t),
      url: checkUrl(values.url, t),
      events: checkEvents(values.events, t),
    }),
    ...Object.assign({}, ...rows),
  };
}
