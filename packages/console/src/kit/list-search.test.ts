import { expect, it } from 'vitest';
import { listQuery, parseListSearch } from './list-search.ts';

it.each([
  [{}, {}],
  [{ page: '1', keyword: '' }, {}],
  [
    { page: '3', keyword: 'shop' },
    { page: 3, keyword: 'shop' },
  ],
  [{ page: '-2' }, {}],
  [{ page: '1.5' }, {}],
  [{ page: 'x', keyword: ['a'] }, {}],
])('parses the URL %j as %j', (address, expected) => {
  expect(parseListSearch(address)).toEqual(expected);
});

it('searches for a part of the text', () => {
  expect(listQuery({})).toEqual({ page: '1', page_size: '20' });
  expect(listQuery({ page: 2, keyword: 'shop' })).toEqual({ page: '2', page_size: '20', search: '%shop%' });
  expect(listQuery({ keyword: '100%_\\' }).search).toBe('%100\\%\\_\\\\%');
});
