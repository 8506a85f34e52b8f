// Logos are small SVG images that can be seen in both themes.
import { contrast } from '@tessera/contract/brand-colors';
import { expect, it } from 'vitest';
import { builtInConnectors, namespacedConnectors } from './built-in.ts';

const connectors = [...builtInConnectors, ...namespacedConnectors('tessera')];
const prefix = 'data:image/svg+xml,';

const svgIn = (uri: string) => decodeURIComponent(uri.slice(prefix.length));
const colorOf = (uri: string) => /(?:fill|stroke)=["'](#[\da-f]{6})["']/.exec(svgIn(uri))?.[1] ?? '';
const isVisibleInLight = (uri: string) => contrast(colorOf(uri), '#ffffff') >= 2;
const isVisibleInDark = (uri: string) => contrast(colorOf(uri), '#1b1b20') >= 3;

it('covers all connectors', () => expect(connectors).toHaveLength(47));

it.each(connectors.map(({ id, logo, logoDark }) => ({ id, logo, logoDark })))('$id', ({ logo, logoDark }) => {
  for (const uri of [logo, ...(logoDark === undefined ? [] : [logoDark])]) {
    expect(uri.startsWith(prefix)).toBe(true);
    expect(uri.length).toBeLessThan(3 * 1024);
    // Characters that end an attribute, or the URI itself.
    expect(uri).not.toMatch(/[<>#]/);
    expect(svgIn(uri)).toMatch(
      /^<svg xmlns=["']http:\/\/www\.w3\.org\/2000\/svg["'] viewBox=["']0 0 24 24["'][^<>]*>(<(path|rect|circle) [^<>]+\/>)+<\/svg>$/,
    );
    expect(colorOf(uri)).not.toBe('');
  }
  expect(isVisibleInLight(logo)).toBe(true);
  expect(isVisibleInDark(logoDark ?? logo)).toBe(true);
  expect(logoDark !== undefined).toBe(!isVisibleInDark(logo));
});
