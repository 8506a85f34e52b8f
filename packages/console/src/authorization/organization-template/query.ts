// Queries for the organization template pages.
import type { Api } from '../../app/api.ts';
import { keywordQuery, type ListSearch } from '../../kit/list-search.ts';

export const rolesQuery = (api: Api, search: ListSearch) =>
  api.management.listQuery('/organization-roles', { query: keywordQuery(search) });
/** Key of every list of roles, with any page and search. */
export const rolesKey = ['management', '/organization-roles'] as const;

export const scopesQuery = (api: Api, search: ListSearch) =>
  api.management.listQuery('/organization-scopes', { query: keywordQuery(search) });
export const scopesKey = ['management', '/organization-scopes'] as const;

/** Unpaged: tenants define few permissions. */
export const allScopesQuery = (api: Api) => api.management.query('/organization-scopes');
export const allResourcesQuery = (api: Api) => api.management.query('/resources', { query: { includeScopes: 'true' } });

const ofRole = (id: string) => ({ params: { organizationRoleId: id } });
export const roleQuery = (api: Api, id: string) => ({
  ...api.management.query('/organization-roles/:organizationRoleId', ofRole(id)),
  meta: { panel: true },
});
export const roleScopesQuery = (api: Api, id: string) => ({
  ...api.management.query('/organization-roles/:organizationRoleId/scopes', ofRole(id)),
  meta: { panel: true },
});
export const roleResourceScopesQuery = (api: Api, id: string) => ({
  ...api.management.query('/organization-roles/:organizationRoleId/resource-scopes', ofRole(id)),
  meta: { panel: true },
});
