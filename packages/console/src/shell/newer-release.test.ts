import { expect, it } from 'vitest';
import { isNewer } from './newer-release.ts';

it.each([
  ['v1.32.1', '1.32.0', true],
  ['v1.33', '1.32.9', true],
  ['v2', '1.32.0', true],
  ['v1.32.0.1', '1.32.0', true],
  ['v1.9.0', '1.10.0', false],
  ['v1.10.0', '1.9.0', true],
  ['v1.32.0', '1.32.0', false],
  ['v1.32', '1.32.0', false],
  ['v1.31.9', '1.32.0', false],
  ['1.33.0', '1.32.0', false],
  ['v1.33-beta', '1.32.0', false],
  ['', '1.32.0', false],
])('%s against %s: %s', (latest, current, expected) => {
  expect(isNewer(latest, current)).toBe(expected);
});
