import { expect, it } from 'vitest';
import { parsePreviewSearch } from './preview-search.ts';

it('keeps known states of the preview, without defaults', () => {
  const shared = { step: 'totp', theme: 'dark', device: 'mobile', lang: 'ar' };
  expect(parsePreviewSearch({ ...shared, other: 1 })).toEqual(shared);
  expect(parsePreviewSearch({ step: 'sign-in', theme: 'light', device: 'desktop' })).toEqual({});
  expect(parsePreviewSearch({ step: 'nowhere', theme: 1, device: null, lang: '<script>' })).toEqual({});
});
