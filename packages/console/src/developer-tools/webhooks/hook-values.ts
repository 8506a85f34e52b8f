// Converts a webhook between the API's format and the form's values.

import { headerNamePattern, headerValuePattern } from '@tessera/contract/header-patterns';
import { isWebUrl } from '@tessera/contract/web-url';
import type { WebhookEvent } from '@tessera/contract/webhook-events';
import type { Webhook, WebhookConfig } from '@tessera/contract/webhooks';
import type { TFunction } from 'i18next';
import type { Pair } from '../../kit/key-value-rows.tsx';
import { checkName, checkRequired, withoutGaps } from '../../kit/required-text.ts';

export type WebhookValues = { name: string; url: string; events: WebhookEvent[]; headers: Pair[]; retries: string };

export const emptyHeader: Pair = { key: '', value: '' };
const defaultRetries = 3;

/** The list, or the single legacy event. */
export const eventsOf = ({ event, events }: Pick<Webhook, 'event' | 'events'>): WebhookEvent[] => {
  if (events.length > 0) return events;
  return event ? [event] : [];
};

export function valuesOf(hook: Webhook): WebhookValues {
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

/** Incomplete rows are left out. */
export function configOf({ url, headers, retries }: WebhookValues): WebhookConfig {
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
  return isWebUrl(url.trim()) ? undefined : t('webhooks.errors.url');
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

/** Errors by field name. */
export function checkWebhook(values: WebhookValues, t: TFunction): Record<string, string> {
  const rows = values.headers.map((header, index) => checkHeader(header, index, values.headers, t));
  return {
    ...withoutGaps({
      name: checkName(values.name, 256, t),
      url: checkUrl(values.url, t),
      events: checkEvents(values.events, t),
    }),
    ...Object.assign({}, ...rows),
  };
}
