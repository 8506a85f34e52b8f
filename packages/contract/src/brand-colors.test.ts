import { describe, expect, it } from 'vitest';
import { type BrandColors, brandColors, contrast } from './brand-colors.ts';

const levels = Array.from({ length: 16 }, (_, level) => (level * 17).toString(16).padStart(2, '0'));
const brands = levels.flatMap((red) => levels.flatMap((green) => levels.map((blue) => `#${red}${green}${blue}`)));

/** Pairs of foreground and background with their required contrast. */
const pairs = (colors: BrandColors): [string, string, string, number][] => {
  const { page, surface, raised, sunken, hover, soft, tile, fill, fillEdge, link } = colors;
  const backgrounds = { page, surface, raised, sunken };
  return [
    ...Object.entries({ ...backgrounds, hover, soft }).map(
      ([name, color]) => [`text on ${name}`, colors.text, color, 4.5] as [string, string, string, number],
    ),
    ...Object.entries({ ...backgrounds, hover }).map(
      ([name, color]) => [`quiet on ${name}`, colors.quiet, color, 4.5] as [string, string, string, number],
    ),
    ...Object.entries({ ...backgrounds, soft }).map(
      ([name, color]) => [`link on ${name}`, link, color, 4.5] as [string, string, string, number],
    ),
    ['icon on tile', link, tile, 3],
    ['text on button', colors.onFill, fill, 4.5],
    ['text on hovered button', colors.onFill, colors.fillHover, 4.5],
    ['text on pressed button', colors.onFill, colors.fillPressed, 4.5],
    ['button on card', fillEdge === 'transparent' ? fill : fillEdge, surface, 3],
    ['input border on card', colors.controlBorder, surface, 3],
    ['input border in input', colors.controlBorder, sunken, 3],
  ];
};

describe('brand colors', () => {
  it.each(['light', 'dark'] as const)(
    'every pair of 4,096 brands is readable in the %s theme',
    (theme) => {
      expect(brands).toHaveLength(4096);
      const problems = brands.flatMap((brand) =>
        pairs(brandColors(brand, theme)).flatMap(([name, one, other, needed]) =>
          contrast(one, other) < needed ? [`${brand}: ${name} ${one} ${other}`] : [],
        ),
      );
      expect(problems).toEqual([]);
    },
    60_000,
  );

  it('keeps a readable brand color, and colors hover and pressed away from the text', () => {
    const green = brandColors('#0f7b63', 'light');
    expect(green).toMatchObject({ fill: '#0f7b63', onFill: '#ffffff', fillEdge: 'transparent', link: '#0f7b63' });
    expect(contrast(green.fillHover, '#ffffff')).toBeGreaterThan(contrast(green.fill, '#ffffff'));
    expect(contrast(green.fillPressed, '#ffffff')).toBeGreaterThan(contrast(green.fillHover, '#ffffff'));
    const yellow = brandColors('#ffc629', 'light');
    expect(yellow.fill).toBe('#ffc629');
    expect(contrast(yellow.onFill, yellow.fill)).toBeGreaterThan(7);
    expect(yellow.fillEdge).not.toBe('transparent');
    expect(contrast(yellow.fillHover, yellow.onFill)).toBeGreaterThan(contrast(yellow.fill, yellow.onFill));
  });

  it('darkens a brand color that suits neither white nor black text', () => {
    const { fill, onFill } = brandColors('#e8552b', 'light');
    expect(onFill).toBe('#ffffff');
    expect(fill).not.toBe('#e8552b');
    expect(contrast(fill, onFill)).toBeLessThan(4.9);
  });

  it('gives black and white brands a visible hover', () => {
    for (const brand of ['#000000', '#ffffff']) {
      const { fill, fillHover, fillPressed } = brandColors(brand, 'light');
      expect(new Set([fill, fillHover, fillPressed]).size, brand).toBe(3);
    }
  });

  it('tints neutrals with the hue of the brand', () => {
    expect(brandColors('#0f7b63', 'light')).toMatchObject({ surface: '#ffffff' });
    const channels = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
    const [red = 0, green = 0, blue = 0] = channels(brandColors('#5b3fd1', 'light').page);
    expect(blue).toBeGreaterThan(green);
    expect(Math.max(red, green, blue) - Math.min(red, green, blue)).toBeLessThan(16);
    const gray = channels(brandColors('#777777', 'light').page);
    expect(Math.max(...gray) - Math.min(...gray)).toBeLessThan(3);
  });
});
