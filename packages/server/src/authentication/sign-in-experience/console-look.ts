// The product's name, logo and colors on the console's own sign-in pages, unless the operator configured others.
import type { SignInExperience } from '@tessera/contract/sign-in-experience';
import { primaryColor } from './defaults.ts';

const brand = { primaryColor: '#4c5ae6', darkPrimaryColor: '#96a4fb' };

export const withConsoleLook = (
  experience: SignInExperience,
  consoleOrigin: string,
): SignInExperience & { displayName: string } => {
  const [light, dark] = ['logo', 'logo-dark'].map((name) => `${consoleOrigin}/console-assets/${name}.svg`);
  return {
    ...experience,
    displayName: 'Tessera Console',
    ...(experience.color.primaryColor === primaryColor && { color: { ...experience.color, ...brand } }),
    branding: { logoUrl: light, darkLogoUrl: dark, favicon: light, darkFavicon: dark, ...experience.branding },
  };
};
