// Light and dark, the tenant's brand color, favicon and own CSS.
import { brandVariables } from '@tessera/contract/colors';
import { useEffect, useLayoutEffect, useState } from 'react';
import { type Settings, styleNonce } from './boot/page.ts';
import { contrast } from './contrast.ts';

export type Theme = 'light' | 'dark';
/** What is shown whatever the system prefers. */
export type Look = { theme: Theme; platform: 'web' | 'mobile' };
const surface: Record<Theme, string> = { light: '#ffffff', dark: '#16161a' };
/** WCAG AA for text. */
const readable = 4.5;

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

/** Brand colors are anybody's choice, so text on them and text in them is checked for contrast. */
const paintBrand = (primary: string, theme: Theme) => {
  const brand = brandVariables(primary);
  const onBrand = contrast(primary, '#ffffff') >= readable ? '#ffffff' : '#000000';
  const firstReadable = (...shades: (string | undefined)[]) =>
    shades.find((shade) => shade && contrast(shade, onBrand) >= readable) ?? primary;
  const hover = brand['--color-brand-hover'];
  const pressed = brand['--color-brand-pressed'];
  const variables = {
    ...brand,
    '--on-brand': onBrand,
    '--button-hover': firstReadable(hover, pressed),
    '--button-pressed': firstReadable(pressed, hover),
    '--link': contrast(primary, surface[theme]) >= readable ? primary : 'var(--text)',
  };
  for (const [name, value] of Object.entries(variables)) document.body.style.setProperty(name, value);
};

const addCustomCss = (css: string) => {
  const style = document.createElement('style');
  style.nonce = styleNonce();
  style.textContent = css;
  document.head.append(style);
  return () => style.remove();
};

export const isMobile = () => /\b(Mobi|Android|iPhone|iPad)/i.test(navigator.userAgent);

export const useTheme = ({ color, branding, customCss }: Settings, look?: Look) => {
  const systemDark = useSystemDark();
  const dark = look ? look.theme === 'dark' : systemDark;
  const theme: Theme = color.isDarkModeEnabled && dark ? 'dark' : 'light';
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = theme;
    paintBrand(theme === 'dark' ? color.darkPrimaryColor : color.primaryColor, theme);
    setFavicon(theme === 'dark' ? (branding.darkFavicon ?? branding.favicon) : branding.favicon);
  }, [theme, color, branding]);
  useLayoutEffect(() => (customCss ? addCustomCss(customCss) : undefined), [customCss]);
  const mobile = look ? look.platform === 'mobile' : isMobile();
  useLayoutEffect(() => {
    document.body.classList.toggle('mobile', mobile);
    document.body.classList.toggle('desktop', !mobile);
  }, [mobile]);
  return { theme, mobile };
};
