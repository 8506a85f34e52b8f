// The state of the Provisioning tab is read from any URL.
import { expect, it } from 'vitest';
import { parseProvisioningSearch } from './search.ts';

it('keeps later pages and the filter', () => {
  const search = { page: 3, mappings: '2', result: 'failed' };
  expect(parseProvisioningSearch(search)).toEqual({ page: 3, mappings: 2, result: 'failed' });
});

it('drops the first page and anything else', () => {
  const search = { page: 1, mappings: 'second', result: 'succeeded', keyword: 'x' };
  expect(parseProvisioningSearch(search)).toEqual({});
  expect(parseProvisioningSearch({ page: 1.5, mappings: -2 })).toEqual({});
});
