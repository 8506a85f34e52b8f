import { expect, it } from 'vitest';
import { gridNumbers, smoothLine } from './curve.ts';

it.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [90, [0, 25, 50, 75, 100]],
  [2930, [0, 1000, 2000, 3000]],
])('uses round numbers up to %i', (most, numbers) => expect(gridNumbers(most)).toEqual(numbers));

it('always fits the largest value, in whole users', () => {
  for (let most = 0; most < 5000; most += 7) {
    const numbers = gridNumbers(most);
    expect(numbers.at(-1)).toBeGreaterThanOrEqual(most);
    expect(numbers.length).toBeLessThanOrEqual(6);
    expect(numbers.every(Number.isInteger)).toBe(true);
  }
});

it('does not overshoot', () => {
  const heights = [0, 0, 40, 40, 3, 90, 90, 0];
  const line = smoothLine(heights.map((y, index) => ({ x: index * 10, y })));
  const numbers = [...line.matchAll(/-?[\d.]+/g)].map(Number);
  const ys = numbers.filter((_, index) => index % 2 === 1);
  expect(Math.min(...ys)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...ys)).toBeLessThanOrEqual(90);
  expect(line.startsWith('M0 0C')).toBe(true);
});
