// Queries for users who are locked out.
import type { Api } from '../../app/api.ts';
import { type ListSearch, listQuery } from '../../kit/list-search.ts';

export const lockedUsersKey = ['management', '/sentinel-activities/locked-users'] as const;

export const lockedUsersQuery = (api: Api, search: ListSearch) => ({
  ...api.management.listQuery('/sentinel-activities/locked-users', { query: listQuery(search) }),
  meta: { panel: true },
  refetchOnMount: 'always' as const,
});

/** The lockout of one user, if there is one. */
export const userLockoutQuery = (api: Api, userId: string) => ({
  ...api.management.listQuery('/sentinel-activities/locked-users', { query: { userId, page: '1', page_size: '1' } }),
  // The notice is optional, so its errors are not reported.
  meta: { silent: true },
  refetchOnMount: 'always' as const,
});
