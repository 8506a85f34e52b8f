import { expect, it } from 'vitest';
import { differencesOf, shownValue } from './differences.ts';

it('lists exactly the differing fields', () => {
  const before = { name: 'Old', same: 1, deep: { a: 1, b: { c: [1, 2] } }, gone: true };
  const after = { name: 'New', same: 1, deep: { a: 1, b: { c: [1, 3] } }, added: 'x' };
  expect(differencesOf(before, after)).toEqual([
    { path: 'name', before: 'Old', after: 'New' },
    { path: 'deep.b.c', before: [1, 2], after: [1, 3] },
    { path: 'gone', before: true, after: undefined },
    { path: 'added', before: undefined, after: 'x' },
  ]);
});

it('lists all non-empty fields of a created or deleted entity', () => {
  const thing = { id: 'a', description: null, data: {}, list: [], flag: false };
  expect(differencesOf(null, thing).map(({ path }) => path)).toEqual(['id', 'flag']);
  expect(differencesOf(thing, null).map(({ before }) => shownValue(before))).toEqual(['a', 'false']);
  expect(differencesOf(thing, thing)).toEqual([]);
  expect([shownValue(['a', 'b']), shownValue([1]), shownValue(null)]).toEqual(['a\nb', '[\n  1\n]', '']);
});
