// Queries for the API resource pages.
import type { Api } from '../../app/api.ts';
import { type ListSearch, listQuery } from '../../kit/list-search.ts';

export const resourcesQuery = (api: Api, { page = 1 }: ListSearch) =>
  api.management.listQuery('/resources', { query: listQuery({ page }) });

export const resourceQuery = (api: Api, id: string) => ({
  ...api.management.query('/resources/:id', { params: { id } }),
  meta: { panel: true },
});

export const scopesQuery = (api: Api, resourceId: string, search: ListSearch) =>
  api.management.listQuery('/resources/:resourceId/scopes', { params: { resourceId }, query: listQuery(search) });

/** All API resources with their permissions. */
export const permissionsQuery = (api: Api) => ({
  ...api.management.query('/resources', { query: { includeScopes: 'true' } }),
  meta: { panel: true },
});

/** Matches every query that shows API resources or permissions. */
export const aboutResources = ({ queryKey }: { queryKey: readonly unknown[] }) =>
  typeof queryKey[1] === 'string' &&
  /^\/resources|^\/roles\/:id\/scopes|\/(resource|user-consent)-scopes$/.test(queryKey[1]);
