// Shades of a tenant's brand color, the same on the server, in the console and on the sign-in pages.

type Triple = readonly [number, number, number];

export function parseHex(color: string): Triple | undefined {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(color)?.[1];
  if (digits === undefined) return undefined;
  const full = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits;
  const channel = (at: number) => Number.parseInt(full.slice(at, at + 2), 16);
  return [channel(0), channel(2), channel(4)];
}

export const isHexColor = (color: string): boolean => parseHex(color) !== undefined;

const toHex = (channels: Triple) =>
  `#${channels.map((channel) => channel.toString(16).padStart(2, '0').toUpperCase()).join('')}`;

/** Hue in degrees, saturation and lightness in percent, all rounded. */
function toHsl(channels: Triple): Triple {
  const [red, green, blue] = channels.map((channel) => channel / 255) as unknown as Triple;
  const max = Math.max(red, green, blue);
  const min = Math.min(red, green, blue);
  const spread = max - min;
  const lightness = (max + min) / 2;
  const saturation = spread === 0 ? 0 : spread / (1 - Math.abs(2 * lightness - 1));
  const sector =
    spread === 0
      ? 0
      : max === red
        ? ((green - blue) / spread + 6) % 6
        : max === green
          ? (blue - red) / spread + 2
          : (red - green) / spread + 4;
  return [Math.round(sector * 60) % 360, Math.round(saturation * 100), Math.round(lightness * 100)];
}

function fromHsl([hue, saturation, lightness]: Triple): Triple {
  const light = lightness / 100;
  const reach = (saturation / 100) * Math.min(light, 1 - light);
  const channel = (offset: number) => {
    const place = (offset + hue / 30) % 12;
    return Math.round(255 * (light - reach * Math.max(-1, Math.min(place - 3, 9 - place, 1))));
  };
  return [channel(0), channel(8), channel(4)];
}

function shift(color: string, points: number): string {
  const channels = parseHex(color);
  if (!channels) return color;
  const [hue, saturation, lightness] = toHsl(channels);
  return toHex(fromHsl([hue, saturation, Math.min(100, Math.max(0, lightness + points))]));
}

/** Adds `points` of lightness (0–100) to a hex color. Invalid colors are returned unchanged. */
export const lighten = (color: string, points: number): string => shift(color, points);

/** Subtracts `points` of lightness (0–100) from a hex color. Invalid colors are returned unchanged. */
export const darken = (color: string, points: number): string => shift(color, -points);

/** The default primary color for dark mode. */
export const darkPrimaryColor = (primary: string): string => lighten(primary, 10);

/** CSS variables of the brand for the sign-in pages; none if `primary` is not a hex color. */
export function brandVariables(primary: string): Record<string, string> {
  const channels = parseHex(primary);
  if (!channels) return {};
  const overlay = (alpha: number) => `rgb(${channels.join(' ')} / ${alpha})`;
  return {
    '--color-brand-default': toHex(channels),
    '--color-brand-hover': lighten(primary, 10),
    '--color-brand-pressed': darken(primary, 10),
    '--color-brand-loading': lighten(primary, 15),
    '--color-overlay-brand-focused': overlay(0.16),
    '--color-overlay-brand-hover': overlay(0.08),
    '--color-overlay-brand-pressed': overlay(0.12),
  };
}
