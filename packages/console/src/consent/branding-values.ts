// The values of the branding form of an application of somebody else, and what it sends of them.
import type { ApplicationSignInExperience } from '@tessera/contract/application-sign-in-experience';

export type BrandingValues = {
  displayName: string;
  logoUrl: string;
  darkLogoUrl: string;
  termsOfUseUrl: string;
  privacyPolicyUrl: string;
};
/** `null`: nothing has been configured yet, which is the normal beginning. */
export type Stored = ApplicationSignInExperience | null;

export const brandingValuesOf = (stored: Stored): BrandingValues => ({
  displayName: stored?.displayName ?? '',
  logoUrl: stored?.branding.logoUrl ?? '',
  darkLogoUrl: stored?.branding.darkLogoUrl ?? '',
  termsOfUseUrl: stored?.termsOfUseUrl ?? '',
  privacyPolicyUrl: stored?.privacyPolicyUrl ?? '',
});

/** What the form does not show stays as it is. */
export const brandingBodyOf = (stored: Stored, values: BrandingValues) => {
  const { logoUrl: _, darkLogoUrl: __, ...others } = stored?.branding ?? {};
  return {
    displayName: values.displayName.trim(),
    branding: {
      ...others,
      ...(values.logoUrl !== '' && { logoUrl: values.logoUrl }),
      ...(values.darkLogoUrl !== '' && { darkLogoUrl: values.darkLogoUrl }),
    },
    termsOfUseUrl: values.termsOfUseUrl.trim(),
    privacyPolicyUrl: values.privacyPolicyUrl.trim(),
  };
};

const longestName = 256;
const longestAddress = 2048;
const isWebAddress = (value: string) => {
  const protocol = URL.parse(value)?.protocol;
  return value.length <= longestAddress && (protocol === 'https:' || protocol === 'http:');
};

/** The texts for what is wrong, by field. */
export function checkBranding(
  values: BrandingValues,
  texts: { nameLong: (count: number) => string; address: string },
): Record<string, string> {
  const addresses = (['termsOfUseUrl', 'privacyPolicyUrl'] as const).filter((field) => {
    const value = values[field].trim();
    return value !== '' && !isWebAddress(value);
  });
  return {
    ...(values.displayName.trim().length > longestName && { displayName: texts.nameLong(longestName) }),
    ...Object.fromEntries(addresses.map((field) => [field, texts.address])),
  };
}
