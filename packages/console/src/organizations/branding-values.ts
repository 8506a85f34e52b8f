// The own look of an organization as the form holds it, what is wrong with it, and what is sent.
import { isHexColor } from '@tessera/contract/colors';
import type { Organization } from '@tessera/contract/organizations';
import type { TFunction } from 'i18next';
import { withoutGaps } from '../kit/required-text.ts';

export const imageFields = ['logoUrl', 'darkLogoUrl', 'favicon', 'darkFavicon'] as const;
export type ImageField = (typeof imageFields)[number];
export type BrandingValues = Record<ImageField, string> & {
  isOwn: boolean;
  primaryColor: string;
  darkPrimaryColor: string;
  customCss: string;
};

export function valuesOf({ branding, color, customCss }: Organization): BrandingValues {
  const { logoUrl = '', darkLogoUrl = '', favicon = '', darkFavicon = '' } = branding;
  const { primaryColor = '', darkPrimaryColor = '' } = color;
  const look = {
    logoUrl,
    darkLogoUrl,
    favicon,
    darkFavicon,
    primaryColor,
    darkPrimaryColor,
    customCss: customCss ?? '',
  };
  return { isOwn: Object.values(look).some((value) => value !== ''), ...look };
}

const isWebAddress = (text: string) => /^https?:$/.test(URL.parse(text)?.protocol ?? '');

export const checkBranding = (values: BrandingValues, t: TFunction): Record<string, string> => {
  if (!values.isOwn) return {};
  const image = (field: ImageField) => {
    const text = values[field].trim();
    return text === '' || isWebAddress(text) ? undefined : t('organizations.branding.address_rule');
  };
  const color = (text: string) => (text === '' || isHexColor(text) ? undefined : t('fields.hex_color'));
  return withoutGaps({
    ...Object.fromEntries(imageFields.map((field) => [field, image(field)])),
    primaryColor: color(values.primaryColor),
    darkPrimaryColor: color(values.darkPrimaryColor),
    customCss: values.customCss.length > 65_536 ? t('fields.too_long', { max: 65_536 }) : undefined,
  });
};

/** The columns are replaced as they are; a look that is switched off leaves nothing behind. */
export function patchOf(values: BrandingValues) {
  if (!values.isOwn) return { branding: {}, color: {}, customCss: '' };
  const filled = (fields: readonly (ImageField | 'primaryColor' | 'darkPrimaryColor')[]) =>
    Object.fromEntries(fields.flatMap((field) => (values[field].trim() === '' ? [] : [[field, values[field].trim()]])));
  return {
    branding: filled(imageFields),
    color: filled(['primaryColor', 'darkPrimaryColor']),
    customCss: values.customCss,
  };
}
