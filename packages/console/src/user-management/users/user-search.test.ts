import { expect, it } from 'vitest';
import { filtersOf, parseUserSearch, userListQuery } from './user-search.ts';

it('parses valid URL parameters only', () => {
  const read = parseUserSearch({
    page: '3',
    keyword: 'ada',
    status: 'suspended',
    mfa: 'sms',
    from: '2026-02-30x',
    oldest: true,
  });
  expect(read).toEqual({ page: 3, keyword: 'ada', status: 'suspended', oldest: true });
  expect(filtersOf(read)).toEqual({ status: 'suspended' });
});

it('requests whole days', () => {
  const { createdFrom, createdTo } = userListQuery({ from: '2026-01-01', to: '2026-01-01' });
  expect(Number(createdTo) - Number(createdFrom)).toBe(86_400_000);
  expect(new Date(Number(userListQuery({ created: 'week' }).createdFrom)).getHours()).toBe(0);
});

it('requests only active filters', () => {
  expect(userListQuery({})).toEqual({ page: '1', page_size: '20' });
  expect(userListQuery({ domain: 'example.com', oldest: true, keyword: 'ada' })).toEqual({
    ...{ page: '1', page_size: '20', q: 'ada' },
    ...{ emailDomain: 'example.com', sort: 'createdAt' },
  });
});
