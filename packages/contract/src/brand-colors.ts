// The colors of the end-user pages, derived from one brand color so that every brand is readable in both themes.
import { parseHex } from './colors.ts';

export type ColorTheme = 'light' | 'dark';
type Triple = readonly [number, number, number];
/** Lightness from 0 to 1, chroma, and hue in radians. */
type Oklch = { lightness: number; chroma: number; hue: number };

const text = 4.5;
const strongText = 7;
const shape = 3;

const toLinear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const toGamma = (value: number) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);

const linearOf = (color: string): Triple => {
  const [red, green, blue] = parseHex(color) ?? [0, 0, 0];
  return [toLinear(red / 255), toLinear(green / 255), toLinear(blue / 255)];
};

const luminance = (color: string) => {
  const [red, green, blue] = linearOf(color);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** Contrast ratio of two hex colors, as defined by WCAG 2. */
export const contrast = (one: string, other: string): number => {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
};

const toOklch = (color: string): Oklch => {
  const [red, green, blue] = linearOf(color);
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  return {
    lightness: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    chroma: Math.hypot(a, b),
    hue: Math.atan2(b, a),
  };
};

const channelsOf = ({ lightness, chroma, hue }: Oklch): Triple => {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)];
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
};

const hexOf = (channels: readonly number[]) =>
  `#${channels.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;

/** The closest color that screens can show: with less chroma, if necessary. */
const fromOklch = (color: Oklch): string => {
  const channels = channelsOf(color);
  const isShown = channels.every((value) => value > -0.001 && value < 1.001);
  if (!isShown && color.chroma > 0.001) return fromOklch({ ...color, chroma: color.chroma * 0.94 - 0.0005 });
  return hexOf(channels.map((value) => 255 * toGamma(Math.min(1, Math.max(0, value)))));
};

const mix = (color: string, share: number, into: string): string => {
  const [one, other] = [parseHex(color) ?? [0, 0, 0], parseHex(into) ?? [0, 0, 0]];
  return hexOf(one.map((value, at) => value * share + (other[at] ?? 0) * (1 - share)));
};

/** Changes the lightness in steps of 0.01 until the color is acceptable. */
const shiftUntil = (color: string, direction: 1 | -1, isFine: (color: string) => boolean): string => {
  const { lightness, ...rest } = toOklch(color);
  for (let steps = 0; steps <= 100; steps += 1) {
    const next = steps === 0 ? color : fromOklch({ ...rest, lightness: lightness + direction * steps * 0.01 });
    if (isFine(next)) return next;
  }
  return direction === 1 ? '#ffffff' : '#000000';
};

/** As for a green brand; other brands keep lightness and chroma, and bring their own hue. */
const neutrals = {
  light: {
    page: '#f5f9f7',
    surface: '#ffffff',
    raised: '#ffffff',
    sunken: '#f4f7f6',
    hover: '#f4f7f6',
    border: '#dce1df',
    controlBorder: '#848d8a',
    text: '#141b19',
    quiet: '#555f5b',
  },
  dark: {
    page: '#0a0d0c',
    surface: '#141817',
    raised: '#1d2220',
    sunken: '#0f1312',
    hover: '#252b29',
    border: '#333a37',
    controlBorder: '#6f7674',
    text: '#eef1f0',
    quiet: '#a3aba8',
  },
} as const;
type Neutrals = Record<keyof (typeof neutrals)['light'], string>;

const neutralsOf = (brand: Oklch, theme: ColorTheme): Neutrals => {
  // Gray brands get gray neutrals.
  const strength = Math.min(1, brand.chroma / 0.04);
  const tint = (color: string) => {
    const { lightness, chroma } = toOklch(color);
    return color === '#ffffff' ? color : fromOklch({ lightness, chroma: chroma * strength, hue: brand.hue });
  };
  return Object.fromEntries(Object.entries(neutrals[theme]).map(([name, color]) => [name, tint(color)])) as Neutrals;
};

/** The button color, and the color of text on it. */
const fillOf = (brand: string, theme: ColorTheme, surface: string) => {
  const visible = theme === 'dark' ? shiftUntil(brand, 1, (color) => contrast(color, surface) >= shape) : brand;
  if (contrast(visible, '#ffffff') >= text) return { fill: visible, onFill: '#ffffff' };
  const { chroma, hue } = toOklch(visible);
  const ink = fromOklch({ lightness: 0.16, chroma: Math.min(chroma, 0.03), hue });
  if (contrast(visible, ink) >= strongText) return { fill: visible, onFill: ink };
  return { fill: shiftUntil(visible, -1, (color) => contrast(color, '#ffffff') >= text), onFill: '#ffffff' };
};

export type BrandColors = Neutrals & {
  /** Buttons, and text on them. */
  fill: string;
  onFill: string;
  fillHover: string;
  fillPressed: string;
  /** The border of a button that is hardly visible on the card. */
  fillEdge: string;
  /** Links, icons and focus. */
  link: string;
  /** Tags, and the current item. */
  soft: string;
  /** The tile around the icon of a step. */
  tile: string;
};

export const brandColors = (brand: string, theme: ColorTheme): BrandColors => {
  const own = neutralsOf(toOklch(brand), theme);
  const { page, surface, raised, sunken } = own;
  const isDark = theme === 'dark';
  const { fill, onFill } = fillOf(brand, theme, surface);
  const soft = mix(brand, isDark ? 0.2 : 0.09, surface);
  const link = shiftUntil(brand, isDark ? 1 : -1, (color) =>
    [page, surface, raised, sunken, soft].every((background) => contrast(color, background) >= text),
  );
  const { lightness, ...rest } = toOklch(fill);
  const away = onFill === '#ffffff' ? -1 : 1;
  // Where there is no room on that side, the other one is far enough from the text as well.
  const direction = lightness + away * 0.07 < 0 || lightness + away * 0.07 > 1 ? -away : away;
  // Steps close to black look alike.
  const start = direction === 1 ? Math.max(lightness, 0.15) : lightness;
  const moved = (by: number) => fromOklch({ ...rest, lightness: start + direction * by });
  const isVisible = (color: string) => contrast(color, surface) >= shape;
  return {
    ...own,
    fill,
    onFill,
    fillHover: moved(0.035),
    fillPressed: moved(0.07),
    fillEdge: isVisible(fill) ? 'transparent' : shiftUntil(mix(link, 0.6, fill), isDark ? 1 : -1, isVisible),
    link,
    soft,
    tile: mix(brand, isDark ? 0.3 : 0.15, surface),
  };
};
