import { expect, it } from 'vitest';
import { countChanges } from './changed-fields.ts';

it('counts each changed input of a group', () => {
  const before = { name: 'Ada', uris: ['a', ''], profile: { nickname: '', gender: '', locale: 'en' } };
  expect(countChanges(before, before)).toBe(0);
  expect(countChanges(before, { ...before, uris: ['a'] })).toBe(0);
  expect(countChanges(before, { ...before, name: '', profile: { nickname: 'A', gender: 'f', locale: 'en' } })).toBe(3);
});
