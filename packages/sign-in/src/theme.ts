// Theme: color scheme, brand colors, favicon and custom CSS.
import { type CompleteAppearance, completeAppearance } from '@tessera/contract/appearance-defaults';
import { brandColors } from '@tessera/contract/brand-colors';
import { brandVariables } from '@tessera/contract/colors';
import { useEffect, useLayoutEffect, useState } from 'react';
import { type Settings, styleNonce } from './boot/page.ts';

export type Theme = 'light' | 'dark';
/** Overrides the system's preference. */
export type Look = { theme: Theme; platform: 'web' | 'mobile' };

const systemTheme = () => matchMedia('(prefers-color-scheme: dark)');

const useSystemDark = () => {
  const [dark, setDark] = useState(() => systemTheme().matches);
  useEffect(() => {
    const query = systemTheme();
    const follow = () => setDark(query.matches);
    query.addEventListener('change', follow);
    return () => query.removeEventListener('change', follow);
  }, []);
  return dark;
};

const setFavicon = (address: string | undefined) => {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (address && link) link.href = address;
};

const toVariable = (name: string) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

const paintBrand = (primary: string, theme: Theme) => {
  const { style } = document.documentElement;
  for (const [name, color] of Object.entries(brandColors(primary, theme))) style.setProperty(toVariable(name), color);
  // Public names for custom CSS.
  for (const [name, value] of Object.entries(brandVariables(primary))) document.body.style.setProperty(name, value);
};

/** Controls are rounder or sharper together with the card. */
const applyShapes = ({ cornerRadius, buttonShape, logoHeight, font, fontUrl }: CompleteAppearance) => {
  const control = `${Math.round(cornerRadius * 0.6)}px`;
  const variables = {
    '--card-radius': `${cornerRadius}px`,
    '--control-radius': control,
    '--button-radius': { FollowRadius: control, Pill: '999px', Square: '0px' }[buttonShape],
    '--logo-height': `${logoHeight}px`,
    ...(font === 'System' && { '--font': 'var(--font-system)' }),
  };
  const { style } = document.documentElement;
  style.removeProperty('--font');
  for (const [name, value] of Object.entries(variables)) style.setProperty(name, value);
  if (font === 'Custom' && fontUrl) void import('./custom-font.ts').then(({ showFont }) => showFont(fontUrl));
};

const addCustomCss = (css: string) => {
  const style = document.createElement('style');
  style.nonce = styleNonce();
  style.textContent = css;
  document.head.append(style);
  return () => style.remove();
};

export const isMobile = () => /\b(Mobi|Android|iPhone|iPad)/i.test(navigator.userAgent);

export const useTheme = ({ color, branding, appearance, customCss }: Settings, look?: Look) => {
  const systemDark = useSystemDark();
  const dark = look ? look.theme === 'dark' : systemDark;
  const theme: Theme = color.isDarkModeEnabled && dark ? 'dark' : 'light';
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = theme;
    paintBrand(theme === 'dark' ? color.darkPrimaryColor : color.primaryColor, theme);
    setFavicon(theme === 'dark' ? (branding.darkFavicon ?? branding.favicon) : branding.favicon);
  }, [theme, color, branding]);
  useLayoutEffect(() => applyShapes(completeAppearance(appearance)), [appearance]);
  useLayoutEffect(() => (customCss ? addCustomCss(customCss) : undefined), [customCss]);
  const mobile = look ? look.platform === 'mobile' : isMobile();
  useLayoutEffect(() => {
    document.body.classList.toggle('mobile', mobile);
    document.body.classList.toggle('desktop', !mobile);
  }, [mobile]);
  return { theme, mobile };
};
