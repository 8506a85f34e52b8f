import { isIndicator } from '@tessera/contract/resources';
import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { checkIndicator, checkLifetime, checkPermissionName } from './check-resource.ts';

const t = ((key: string) => key) as unknown as TFunction;

it.each([
  ['', 'fields.required'],
  ['api', 'resources.errors.indicator'],
  ['https://', 'resources.errors.indicator'],
  ['https://api.example.com/a b', 'resources.errors.indicator'],
  ['https://api.example.com/#', 'resources.errors.fragment'],
  ['https://api.example.com', null],
  [' https://api.example.com/v1 ', null],
  ['urn:example:api', null],
])('validates the identifier %j like the server', (typed, expected) => {
  expect(checkIndicator(typed, t)).toBe(expected);
  expect(isIndicator(typed.trim())).toBe(expected === null);
});

it.each([
  ['3600', null],
  ['1', null],
  ['0', 'fields.whole_number'],
  ['-1', 'fields.whole_number'],
  ['1.5', 'fields.whole_number'],
  ['', 'fields.whole_number'],
  ['1e3', 'fields.whole_number'],
  ['31536001', 'fields.whole_number'],
])('validates the lifetime %j', (typed, expected) => expect(checkLifetime(typed, t)).toBe(expected));

it('rejects spaces in permission names', () => {
  expect(checkPermissionName('read:orders', t)).toBeNull();
  expect(checkPermissionName('read orders', t)).toBe('resources.errors.spaces');
  expect(checkPermissionName('', t)).toBe('fields.name_required');
});
