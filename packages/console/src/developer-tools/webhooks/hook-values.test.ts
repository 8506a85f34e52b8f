import type { Webhook } from '@tessera/contract/webhooks';
import type { TFunction } from 'i18next';
import { describe, expect, it } from 'vitest';
import { checkWebhook, configOf, valuesOf, type WebhookValues } from './hook-values.ts';

const t = ((key: string) => key) as unknown as TFunction;
const hook: Webhook = {
  tenantId: 'default',
  id: 'hook',
  name: 'Shop',
  event: null,
  events: ['User.Created'],
  config: { url: 'https://example.com', headers: { 'x-a': 'b' }, retries: 1 },
  signingKey: 'key',
  enabled: true,
  createdAt: 0,
};

describe('webhook form values', () => {
  it('survive a round trip', () => {
    expect(configOf(valuesOf(hook))).toEqual(hook.config);
    const { headers: _, retries: __, ...bare } = hook.config;
    expect(configOf(valuesOf({ ...hook, config: bare }))).toEqual({ ...bare, headers: {}, retries: 3 });
    expect(valuesOf({ ...hook, event: 'User.Deleted', events: [] }).events).toEqual(['User.Deleted']);
  });

  it.each<[Partial<WebhookValues>, string[]]>([
    [{}, []],
    [{ name: ' ' }, ['name']],
    [{ url: 'example.com' }, ['url']],
    [{ url: 'ftp://example.com' }, ['url']],
    [{ events: [] }, ['events']],
    [{ headers: [{ key: '', value: '' }] }, []],
    [{ headers: [{ key: '', value: 'b' }] }, ['headers.0.key']],
    [{ headers: [{ key: 'a', value: '' }] }, ['headers.0.value']],
    [{ headers: [{ key: 'a b', value: 'c' }] }, ['headers.0.key']],
    [{ headers: [{ key: 'a:', value: 'c' }] }, ['headers.0.key']],
    [{ headers: [{ key: 'a', value: 'ä' }] }, ['headers.0.value']],
    [{ headers: ['X-A', 'x-a'].map((key) => ({ key, value: 'c' })) }, ['headers.1.key']],
  ])('%j: what is wrong is said at %j', (change, fields) => {
    expect(Object.keys(checkWebhook({ ...valuesOf(hook), ...change }, t))).toEqual(fields);
  });
});
