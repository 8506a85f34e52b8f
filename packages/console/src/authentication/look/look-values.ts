// Form values of custom branding, their validation and the request body.

import { isHexColor } from '@tessera/contract/colors';
import { isWebUrl } from '@tessera/contract/web-url';
import type { TFunction } from 'i18next';
import { withoutGaps } from '../../kit/required-text.ts';

export const imageFields = ['logoUrl', 'darkLogoUrl', 'favicon', 'darkFavicon'] as const;
export type ImageName = (typeof imageFields)[number];
export type LookValues = Record<ImageName, string> & {
  isOwn: boolean;
  primaryColor: string;
  darkPrimaryColor: string;
  customCss: string;
};

type StoredLook = {
  branding: { [name in ImageName]?: string | undefined };
  color: { primaryColor?: string | undefined; darkPrimaryColor?: string | undefined };
  customCss: string | null;
};

export function lookOf({ branding, color, customCss }: StoredLook): LookValues {
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

const longestCss = 65_536;

export const checkLook = (values: LookValues, t: TFunction): Record<string, string> => {
  if (!values.isOwn) return {};
  const image = (field: ImageName) => {
    const text = values[field].trim();
    return text === '' || isWebUrl(text) ? undefined : t('look.address_rule');
  };
  const color = (text: string) => (text === '' || isHexColor(text) ? undefined : t('fields.hex_color'));
  return withoutGaps({
    ...Object.fromEntries(imageFields.map((field) => [field, image(field)])),
    primaryColor: color(values.primaryColor),
    darkPrimaryColor: color(values.darkPrimaryColor),
    customCss: values.customCss.length > longestCss ? t('fields.too_long', { max: longestCss }) : undefined,
  });
};

/** Columns are replaced as a whole; disabling the branding clears them. */
export function lookPatch(values: LookValues) {
  if (!values.isOwn) return { branding: {}, color: {}, customCss: '' };
  const pickFilled = (fields: readonly (ImageName | 'primaryColor' | 'darkPrimaryColor')[]) =>
    Object.fromEntries(fields.flatMap((field) => (values[field].trim() === '' ? [] : [[field, values[field].trim()]])));
  return {
    branding: pickFilled(imageFields),
    color: pickFilled(['primaryColor', 'darkPrimaryColor']),
    customCss: values.customCss,
  };
}
