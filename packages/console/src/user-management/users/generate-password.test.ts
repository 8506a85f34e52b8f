import { checkPassword } from '@tessera/contract/check-password';
import { expect, it } from 'vitest';
import { generatePassword } from './generate-password.ts';

const many = Array.from({ length: 50 });

it.each([
  ['the usual one', {}],
  ['four kinds of characters', { characterTypes: { min: 4 } }],
  ['a long one', { length: { min: 40 } }],
  ['a short one', { length: { min: 1, max: 4 }, characterTypes: { min: 4 } }],
])('meet the policy: %s', (_, policy) => {
  for (const _ of many) expect(checkPassword(generatePassword(policy), policy)).toEqual([]);
});

it('are as long as required, or long enough', () => {
  expect(generatePassword({})).toHaveLength(14);
  expect(generatePassword({ length: { min: 20 } })).toHaveLength(20);
  expect(generatePassword({ length: { min: 2, max: 6 } })).toHaveLength(6);
});

it('are unique', () => {
  expect(new Set(many.map(() => generatePassword({}))).size).toBe(many.length);
});
