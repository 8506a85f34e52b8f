// The state of the Security tab comes from the URL, which anyone can edit.
import { expect, it } from 'vitest';
import { parseSecuritySearch } from './security-search.ts';

it('keeps a later page of the applications with access', () => {
  expect(parseSecuritySearch({ grants: '3', page: 2 })).toEqual({ grants: 3 });
});

it('ignores other values', () => {
  for (const grants of [undefined, 1, 0, -2, 1.5, 'many', {}]) expect(parseSecuritySearch({ grants })).toEqual({});
});
