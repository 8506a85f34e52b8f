// Form values for a third-party application's branding, and the request body made from them.
import { isWebUrl } from '@tessera/contract/web-url';
import type { StoredExperience } from '../applications/look-query.ts';

export type BrandingValues = {
  displayName: string;
  logoUrl: string;
  darkLogoUrl: string;
  termsOfUseUrl: string;
  privacyPolicyUrl: string;
};

export const brandingValuesOf = (stored: StoredExperience): BrandingValues => ({
  displayName: stored?.displayName ?? '',
  logoUrl: stored?.branding.logoUrl ?? '',
  darkLogoUrl: stored?.branding.darkLogoUrl ?? '',
  termsOfUseUrl: stored?.termsOfUseUrl ?? '',
  privacyPolicyUrl: stored?.privacyPolicyUrl ?? '',
});

/** Fields that the form does not show stay unchanged. */
export const brandingBodyOf = (stored: StoredExperience, values: BrandingValues) => {
  const { logoUrl: _, darkLogoUrl: __, ...others } = stored?.branding ?? {};
  return {
    displayName: values.displayName.trim(),
    branding: {
      ...others,
      ...(values.logoUrl.trim() !== '' && { logoUrl: values.logoUrl.trim() }),
      ...(values.darkLogoUrl.trim() !== '' && { darkLogoUrl: values.darkLogoUrl.trim() }),
    },
    termsOfUseUrl: values.termsOfUseUrl.trim(),
    privacyPolicyUrl: values.privacyPolicyUrl.trim(),
  };
};

const longestName = 256;
const longestAddress = 2048;
const isAddress = (value: string) => value.length <= longestAddress && isWebUrl(value);

/** Error messages by field. */
export function checkBranding(
  values: BrandingValues,
  texts: { nameLong: (count: number) => string; address: string },
): Record<string, string> {
  const addresses = (['logoUrl', 'darkLogoUrl', 'termsOfUseUrl', 'privacyPolicyUrl'] as const).filter((field) => {
    const value = values[field].trim();
    return value !== '' && !isAddress(value);
  });
  return {
    ...(values.displayName.trim().length > longestName && { displayName: texts.nameLong(longestName) }),
    ...Object.fromEntries(addresses.map((field) => [field, texts.address])),
  };
}
