// The appearance of the pages, between the API's format and the form's values.
import type { Appearance } from '@tessera/contract/appearance';
import { type CompleteAppearance, completeAppearance } from '@tessera/contract/appearance-defaults';

export const appearanceImages = ['backgroundImageUrl', 'darkBackgroundImageUrl', 'panelImageUrl'] as const;
export const appearanceTexts = [...appearanceImages, 'panelHeadline', 'panelText', 'fontUrl'] as const;
type TextName = (typeof appearanceTexts)[number];

/** A number input is empty while it is edited. */
type Amount = number | '';

export type AppearanceValues = Record<TextName, string> &
  Pick<
    CompleteAppearance,
    'layout' | 'background' | 'logoPosition' | 'buttonShape' | 'font' | 'methodOrder' | 'isSignatureShown'
  > & {
    logoHeight: Amount;
    cornerRadius: Amount;
    backgroundFocusX: Amount;
    backgroundFocusY: Amount;
    /** A label and a URL. */
    footerLinks: { key: string; value: string }[];
  };

export const appearanceFields: readonly (keyof AppearanceValues)[] = [
  ...appearanceTexts,
  ...(['layout', 'background', 'logoPosition', 'buttonShape', 'font', 'methodOrder', 'isSignatureShown'] as const),
  ...(['logoHeight', 'cornerRadius', 'backgroundFocusX', 'backgroundFocusY', 'footerLinks'] as const),
];

export const appearanceValuesOf = (appearance: Appearance | undefined): AppearanceValues => {
  const { backgroundFocus, footerLinks, ...rest } = completeAppearance(appearance);
  const { backgroundImageUrl = '', darkBackgroundImageUrl = '', panelImageUrl = '' } = rest;
  const { panelHeadline = '', panelText = '', fontUrl = '' } = rest;
  return {
    ...rest,
    ...{ backgroundImageUrl, darkBackgroundImageUrl, panelImageUrl, panelHeadline, panelText, fontUrl },
    backgroundFocusX: backgroundFocus.x,
    backgroundFocusY: backgroundFocus.y,
    footerLinks: footerLinks.map(({ label, url }) => ({ key: label, value: url })),
  };
};

const isFilled = ({ key, value }: { key: string; value: string }) => key.trim() !== '' || value.trim() !== '';

export const filledLinks = ({ footerLinks }: Pick<AppearanceValues, 'footerLinks'>) => footerLinks.filter(isFilled);

export const appearanceOf = (values: AppearanceValues): Appearance => {
  const usual = completeAppearance(undefined);
  const texts = appearanceTexts.flatMap((name) => (values[name].trim() ? [[name, values[name].trim()]] : []));
  const { layout, background, logoPosition, buttonShape, font, methodOrder, isSignatureShown } = values;
  return {
    ...{ layout, background, logoPosition, buttonShape, font, methodOrder, isSignatureShown },
    ...Object.fromEntries(texts),
    logoHeight: Number(values.logoHeight || usual.logoHeight),
    cornerRadius: Number(values.cornerRadius === '' ? usual.cornerRadius : values.cornerRadius),
    backgroundFocus: { x: Number(values.backgroundFocusX), y: Number(values.backgroundFocusY) },
    footerLinks: filledLinks(values).map(({ key, value }) => ({ label: key.trim(), url: value.trim() })),
  };
};
