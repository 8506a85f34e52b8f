// The state of the Security tab comes from the URL, which anyone can edit.
import { expect, it } from 'vitest';
import { parseSecuritySearch } from './security-search.ts';

it('keeps later pages of its lists', () => {
  expect(parseSecuritySearch({ grants: '3', page: 2 })).toEqual({ grants: 3 });
  const all = { sessions: 2, grants: 3, devices: 4, links: 5 };
  expect(parseSecuritySearch(all)).toEqual(all);
});

it('ignores other values', () => {
  for (const sessions of [undefined, 1, 0, -2, 1.5, 'many', {}]) expect(parseSecuritySearch({ sessions })).toEqual({});
});
