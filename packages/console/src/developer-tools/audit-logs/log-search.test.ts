import { expect, it } from 'vitest';
import { isFiltered, parseLogSearch } from './log-search.ts';

it('reads every filter', () => {
  const raw = {
    page: '3',
    event: 'RevokeToken',
    applicationId: 'a',
    userId: 'u',
    connectorId: 'c',
    from: '5',
    to: '9',
  };
  expect(parseLogSearch(raw)).toEqual({ ...raw, page: 3, from: 5, to: 9 });
  expect(parseLogSearch({ time: 'week' })).toEqual({ time: 'week' });
});

it('ignores invalid values', () => {
  expect(parseLogSearch({ page: '1', event: '', time: 'year', from: 'yesterday', to: '-4', other: 'x' })).toEqual({});
  expect(isFiltered(parseLogSearch({ page: '7' }))).toBe(false);
  expect(isFiltered(parseLogSearch({ page: '7', to: '7' }))).toBe(true);
});
