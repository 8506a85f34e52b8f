// Queries for bulk actions on users.
import type { Api } from '../../app/api.ts';
import { type ListSearch, listQuery } from '../../kit/list-search.ts';

/** The newest bulk action, if there is any. */
export const newestActionQuery = (api: Api) => ({
  ...api.management.listQuery('/user-bulk-actions', { query: { page: '1', page_size: '1' } }),
  // The notice is optional, so its errors are not reported.
  meta: { silent: true },
});
export const actionsQuery = (api: Api, search: ListSearch) => ({
  ...api.management.listQuery('/user-bulk-actions', { query: listQuery(search) }),
  meta: { panel: true },
  refetchOnMount: 'always' as const,
});
export const newestActionKey = ['management', '/user-bulk-actions'] as const;
export const actionKey = ['management', '/user-bulk-actions/:actionId'] as const;

export const actionQuery = (api: Api, actionId: string) => ({
  ...api.management.query('/user-bulk-actions/:actionId', { params: { actionId } }),
  meta: { panel: true },
});

export const problemsQuery = (api: Api, actionId: string, { page }: ListSearch) => ({
  ...api.management.listQuery('/user-bulk-actions/:actionId/problems', {
    params: { actionId },
    query: listQuery({ ...(page && { page }) }),
  }),
  refetchOnMount: 'always' as const,
});

/** How often a running action is read, in milliseconds. */
export const whileRunning = 700;
