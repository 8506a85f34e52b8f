import { expect, test } from 'vitest';
import { orderFiles } from './order.ts';

const paths = ['b', 'd', 'a', 'c', 'e'];

test('files run by path, or shuffled in the same way for the same seed', () => {
  expect(orderFiles(paths, undefined)).toEqual(['a', 'b', 'c', 'd', 'e']);
  const waiting = 'scripts/suite/suite.test.mjs';
  expect(orderFiles([...paths, waiting], undefined)).toEqual([waiting, 'a', 'b', 'c', 'd', 'e']);
  const shuffled = orderFiles(paths, '1');
  expect(orderFiles(paths.toReversed(), '1')).toEqual(shuffled);
  expect(shuffled.toSorted()).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(new Set(['1', '2', '3', '4'].map((seed) => orderFiles(paths, seed).join(''))).size).toBeGreaterThan(1);
});
