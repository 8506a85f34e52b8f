import { internalPrefix } from '@tessera/contract/role';
import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { checkRoleDescription, checkRoleName } from './check-role.ts';

const t = ((key: string) => key) as unknown as TFunction;

it.each([
  ['', 'fields.name_required'],
  ['  ', 'fields.name_required'],
  [`${internalPrefix}mine`, 'roles.errors.reserved'],
  [` ${internalPrefix}mine`, 'roles.errors.reserved'],
  ['x'.repeat(129), 'fields.too_long'],
  ['Clerk', null],
  ['internal', null],
])('validates the name %j', (typed, expected) => expect(checkRoleName(typed, t)).toBe(expected));

it('requires a description', () => {
  expect(checkRoleDescription(' ', t)).toBe('fields.required');
  expect(checkRoleDescription('x'.repeat(129), t)).toBe('fields.too_long');
  expect(checkRoleDescription('Sells', t)).toBeNull();
});
