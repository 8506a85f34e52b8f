import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { checkLook, lookOf, lookPatch } from './look-values.ts';

const t = ((key: string) => key) as unknown as TFunction;
const nothing = { branding: {}, color: {}, customCss: null };
const own = { ...lookOf(nothing), isOwn: true };

it('is one of its own as soon as there is anything of it', () => {
  expect(lookOf(nothing).isOwn).toBe(false);
  expect(lookOf({ ...nothing, customCss: 'a {}' }).isOwn).toBe(true);
  expect(lookOf({ ...nothing, branding: { favicon: 'https://a.example/i.ico' } }).isOwn).toBe(true);
});

it('leaves nothing behind when it is switched off, and nothing empty when it is not', () => {
  expect(lookPatch({ ...own, isOwn: false, primaryColor: '#123456' })).toEqual({ ...nothing, customCss: '' });
  expect(lookPatch({ ...own, primaryColor: '#123456', logoUrl: ' https://a.example/l.png ' })).toEqual({
    branding: { logoUrl: 'https://a.example/l.png' },
    color: { primaryColor: '#123456' },
    customCss: '',
  });
});

it('is looked at only while it is used', () => {
  const wrong = { ...own, primaryColor: 'red', logoUrl: 'javascript:1', customCss: 'x'.repeat(65_537) };
  expect(checkLook(wrong, t)).toEqual({
    primaryColor: 'fields.hex_color',
    logoUrl: 'look.address_rule',
    customCss: 'fields.too_long',
  });
  expect(checkLook({ ...wrong, isOwn: false }, t)).toEqual({});
});
