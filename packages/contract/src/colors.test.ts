import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brandVariables, darken, darkPrimaryColor, lighten } from './colors.ts';

describe('shades', () => {
  it.each([
    ['#6139F6', 10, '#8768F8'],
    ['#6139f6', 10, '#8768F8'],
    ['#000000', 10, '#1A1A1A'],
    ['#FFFFFF', 10, '#FFFFFF'],
    ['#fff', 10, '#FFFFFF'],
    ['#F00', 10, '#FF3333'],
    ['#00FF00', 25, '#80FF80'],
    ['#0000FF', 50, '#FFFFFF'],
    ['#808080', 0, '#808080'],
  ])('%s lightened by %d is %s', (color, points, expected) => {
    expect(lighten(color, points)).toBe(expected);
  });

  it.each([
    ['#FF0000', 10, '#CC0000'],
    ['#6139F6', 10, '#3D0BEF'],
    ['#000000', 10, '#000000'],
    ['#FFFFFF', 100, '#000000'],
  ])('%s darkened by %d is %s', (color, points, expected) => {
    expect(darken(color, points)).toBe(expected);
  });

  it('returns invalid colors unchanged', () => {
    for (const text of ['', 'red', '#12', '#12345', '#GGGGGG', 'url(x)']) {
      expect(lighten(text, 10)).toBe(text);
      expect(brandVariables(text)).toEqual({});
    }
  });

  it('always yields a hex color, never a darker one when lightened', () => {
    const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
    const sum = (hex: string) => [1, 3, 5].reduce((total, at) => total + Number.parseInt(hex.slice(at, at + 2), 16), 0);
    fc.assert(
      fc.property(color, fc.integer({ min: 1, max: 100 }), (from, points) => {
        const lighter = lighten(from, points);
        const darker = darken(from, points);
        expect(lighter).toMatch(/^#[0-9A-F]{6}$/);
        expect(darker).toMatch(/^#[0-9A-F]{6}$/);
        expect(sum(lighter)).toBeGreaterThanOrEqual(sum(darker));
      }),
    );
  });
});

it('derives the brand variables from the primary color', () => {
  expect(darkPrimaryColor('#6139F6')).toBe('#8768F8');
  expect(brandVariables('#6139F6')).toEqual({
    '--color-brand-default': '#6139F6',
    '--color-brand-hover': '#8768F8',
    '--color-brand-pressed': '#3D0BEF',
    '--color-brand-loading': '#9B80F9',
    '--color-overlay-brand-focused': 'rgb(97 57 246 / 0.16)',
    '--color-overlay-brand-hover': 'rgb(97 57 246 / 0.08)',
    '--color-overlay-brand-pressed': 'rgb(97 57 246 / 0.12)',
  });
});
