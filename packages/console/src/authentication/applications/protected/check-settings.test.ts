import type { TFunction } from 'i18next';
import { describe, expect, it } from 'vitest';
import { checkDomain, checkOrigin, checkProtectedSettings, checkSubDomain, refusedField } from './check-settings.ts';
import type { ProtectedValues } from './settings-values.ts';

const t = ((key: string) => key) as unknown as TFunction;
const values: ProtectedValues = {
  ...{ name: 'Shop', description: '', origin: 'https://shop.example.com', pageRules: [''] },
  ...{ sessionDays: '14', customData: '{}' },
};
const check = (changes: Partial<ProtectedValues>, before = values) =>
  checkProtectedSettings({ ...values, ...changes }, before, t);

describe('checkProtectedSettings', () => {
  it('requires a name and an origin', () => {
    expect(check({})).toEqual({});
    expect(check({ name: ' ', origin: '' })).toEqual({
      name: 'fields.name_required',
      origin: 'applications.errors.origin',
    });
  });

  it('checks each rule', () => {
    const pageRules = ['^/admin', '(', '', 'a'.repeat(1025)];
    expect(check({ pageRules })).toEqual({
      'pageRules.1': 'applications.protected.errors.pattern',
      'pageRules.3': 'fields.too_long',
    });
  });

  it('checks a changed duration, and accepts a stored one', () => {
    for (const sessionDays of ['0', '366', '1.5', 'x', '']) {
      expect(check({ sessionDays })).toEqual({ sessionDays: 'fields.whole_number' });
    }
    expect(check({ sessionDays: '365' })).toEqual({});
    expect(check({ sessionDays: '0.042' }, { ...values, sessionDays: '0.042' })).toEqual({});
  });
});

describe('checks of a new application', () => {
  it('accept an origin without a path', () => {
    for (const origin of ['https://shop.example.com', 'http://10.0.0.1:8080', ' https://shop.example.com ']) {
      expect(checkOrigin(origin, t)).toBeUndefined();
    }
    for (const origin of ['shop.example.com', 'https://shop.example.com/x', 'ftp://shop.example.com']) {
      expect(checkOrigin(origin, t)).toBe('applications.errors.origin');
    }
  });

  it('accept a label as subdomain, and three as domain', () => {
    for (const label of ['shop', 'my-shop', '1', 'a'.repeat(63)]) expect(checkSubDomain(label, t)).toBeUndefined();
    for (const label of ['', 'Shop', '-shop', 'shop-', 'a.b', 'a'.repeat(64)]) {
      expect(checkSubDomain(label, t)).toBe('applications.protected.errors.subdomain');
    }
    expect(checkDomain('www.example.com', t)).toBeUndefined();
    for (const domain of ['example.com', 'https://www.example.com', 'www.example.com:443', '']) {
      expect(checkDomain(domain, t)).toBe('applications.protected.errors.domain');
    }
  });
});

describe('refusedField', () => {
  const at = (...path: (string | number)[]) => ({ path, message: 'wrong' });

  it('finds the field on the page', () => {
    const rules = { ...values, pageRules: ['', '^/a', '('] };
    expect(refusedField(at('protectedAppMetadata', 'origin'), rules)).toBe('origin');
    expect(refusedField(at('protectedAppMetadata', 'pageRules', 1, 'path'), rules)).toBe('pageRules.2');
    expect(refusedField(at('protectedAppMetadata', 'sessionDuration'), rules)).toBe('sessionDays');
    expect(refusedField(at('name'), rules)).toBe('name');
    expect(refusedField(at('type'), rules)).toBeUndefined();
  });
});
