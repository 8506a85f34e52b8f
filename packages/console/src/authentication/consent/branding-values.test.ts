import { describe, expect, it } from 'vitest';
import { brandingBodyOf, brandingValuesOf, checkBranding } from './branding-values.ts';

const texts = { nameLong: (count: number) => `at most ${count}`, address: 'no address' };
const empty = { displayName: '', logoUrl: '', darkLogoUrl: '', termsOfUseUrl: '', privacyPolicyUrl: '' };

describe('third-party application branding', () => {
  it('is empty if nothing is stored', () => {
    expect(brandingValuesOf(null)).toEqual(empty);
    expect(brandingBodyOf(null, empty)).toEqual({
      displayName: '',
      branding: {},
      termsOfUseUrl: '',
      privacyPolicyUrl: '',
    });
  });

  it('keeps fields the form does not show', () => {
    const stored = {
      tenantId: 'default',
      applicationId: 'app',
      color: {},
      branding: { logoUrl: 'https://a/logo', favicon: 'https://a/icon' },
      customCss: null,
      termsOfUseUrl: null,
      privacyPolicyUrl: 'https://a/privacy',
      displayName: 'Shop',
    };
    const values = { ...brandingValuesOf(stored), logoUrl: '', darkLogoUrl: 'https://a/dark' };
    expect(brandingBodyOf(stored, values)).toEqual({
      displayName: 'Shop',
      branding: { favicon: 'https://a/icon', darkLogoUrl: 'https://a/dark' },
      termsOfUseUrl: '',
      privacyPolicyUrl: 'https://a/privacy',
    });
  });

  it('reports errors by field', () => {
    expect(checkBranding(empty, texts)).toEqual({});
    const wrong = { ...empty, displayName: 'x'.repeat(257), termsOfUseUrl: 'javascript:1', privacyPolicyUrl: 'a' };
    expect(checkBranding(wrong, texts)).toEqual({
      displayName: 'at most 256',
      termsOfUseUrl: 'no address',
      privacyPolicyUrl: 'no address',
    });
  });
});
