import type { Application } from '@tessera/contract/applications';
import { describe, expect, it } from 'vitest';
import { patchOf, valuesOf } from './settings-values.ts';

const metadata = { host: 'shop.apps.example.com', origin: 'https://shop.example.com', sessionDuration: 1_209_600 };
const application = (more: object = {}) =>
  ({
    ...{ name: 'Shop', description: null, customData: { plan: 'pro' } },
    protectedAppMetadata: { ...metadata, pageRules: [], ...more },
  }) as unknown as Application;

describe('settings of a protected application', () => {
  it('are shown with an empty row for rules, and in days', () => {
    expect(valuesOf(application())).toEqual({
      ...{ name: 'Shop', description: '', origin: 'https://shop.example.com', pageRules: [''], sessionDays: '14' },
      customData: '{\n  "plan": "pro"\n}',
    });
    const other = application({ pageRules: [{ path: '^/a' }, { path: '^/b' }], sessionDuration: 3600 });
    expect(valuesOf(other)).toMatchObject({ pageRules: ['^/a', '^/b'], sessionDays: '0.042' });
  });

  it('are sent as far as they have changed', () => {
    const values = { ...valuesOf(application()), origin: ' https://new.example.com ', pageRules: ['', ' ^/a '] };
    expect(patchOf(values, ['origin'])).toEqual({ protectedAppMetadata: { origin: 'https://new.example.com' } });
    expect(patchOf(values, ['pageRules', 'name'])).toEqual({
      ...{ name: 'Shop', protectedAppMetadata: { pageRules: [{ path: '^/a' }] } },
    });
    expect(patchOf({ ...values, sessionDays: '30' }, ['sessionDays', 'customData'])).toEqual({
      ...{ customData: { plan: 'pro' }, protectedAppMetadata: { sessionDuration: 2_592_000 } },
    });
    expect(patchOf(values, ['description'])).toEqual({ description: '' });
  });
});
