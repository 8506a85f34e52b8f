// Default appearance, without the schema, so that browsers can import it.
import type { Appearance } from './appearance.ts';

type Optional =
  | ('backgroundImageUrl' | 'darkBackgroundImageUrl' | 'panelImageUrl')
  | ('panelHeadline' | 'panelText' | 'fontUrl');
type Given<T> = { [Name in keyof T]-?: Exclude<T[Name], undefined> };
export type CompleteAppearance = Pick<Appearance, Optional> & Given<Omit<Appearance, Optional>>;

export const defaultAppearance: CompleteAppearance = {
  layout: 'Card',
  background: 'Mosaic',
  backgroundFocus: { x: 50, y: 50 },
  logoHeight: 44,
  logoPosition: 'Center',
  cornerRadius: 16,
  buttonShape: 'FollowRadius',
  font: 'Inter',
  methodOrder: 'FastMethodsFirst',
  footerLinks: [],
  isSignatureShown: true,
};

export const completeAppearance = (appearance: Appearance | undefined): CompleteAppearance =>
  ({ ...defaultAppearance, ...appearance }) as CompleteAppearance;
