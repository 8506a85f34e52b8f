import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { checkLook, lookOf, lookPatch } from './look-values.ts';

const t = ((key: string) => key) as unknown as TFunction;
const nothing = { branding: {}, color: {}, customCss: null };
const own = { ...lookOf(nothing), isOwn: true };

it('is custom as soon as any value is set', () => {
  expect(lookOf(nothing).isOwn).toBe(false);
  expect(lookOf({ ...nothing, customCss: 'a {}' }).isOwn).toBe(true);
  expect(lookOf({ ...nothing, branding: { favicon: 'https://a.example/i.ico' } }).isOwn).toBe(true);
});

it('is cleared when disabled, and sends no empty values', () => {
  expect(lookPatch({ ...own, isOwn: false, primaryColor: '#123456' })).toEqual({ ...nothing, customCss: '' });
  expect(lookPatch({ ...own, primaryColor: '#123456', logoUrl: ' https://a.example/l.png ' })).toEqual({
    branding: { logoUrl: 'https://a.example/l.png' },
    color: { primaryColor: '#123456' },
    customCss: '',
  });
});

it('is validated only while enabled', () => {
  const wrong = { ...own, primaryColor: 'red', logoUrl: 'javascript:1', customCss: 'x'.repeat(65_537) };
  expect(checkLook(wrong, t)).toEqual({
    primaryColor: 'fields.hex_color',
    logoUrl: 'look.address_rule',
    customCss: 'fields.too_long',
  });
  expect(checkLook({ ...wrong, isOwn: false }, t)).toEqual({});
});
