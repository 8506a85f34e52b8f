// Queries for the role pages.
import type { Api } from '../../app/api.ts';
import { type ListSearch, listQuery } from '../../kit/list-search.ts';

export const rolesQuery = (api: Api, search: ListSearch) =>
  api.management.listQuery('/roles', { query: listQuery(search) });

export const roleQuery = (api: Api, id: string) => ({
  ...api.management.query('/roles/:id', { params: { id } }),
  meta: { panel: true },
});

export const roleScopesQuery = (api: Api, id: string, search: ListSearch) =>
  api.management.listQuery('/roles/:id/scopes', { params: { id }, query: listQuery(search) });

/** Unpaged, to exclude assigned permissions from the picker. */
export const allRoleScopesQuery = (api: Api, id: string) => ({
  ...api.management.query('/roles/:id/scopes', { params: { id } }),
  meta: { panel: true },
});

export const roleUsersQuery = (api: Api, id: string, search: ListSearch) =>
  api.management.listQuery('/roles/:id/users', { params: { id }, query: listQuery(search) });

export const roleApplicationsQuery = (api: Api, id: string, search: ListSearch) =>
  api.management.listQuery('/roles/:id/applications', { params: { id }, query: listQuery(search) });

export const applicationRolesQuery = (api: Api, applicationId: string, search: ListSearch) =>
  api.management.listQuery('/applications/:applicationId/roles', {
    params: { applicationId },
    query: listQuery(search),
  });

/** Matches every query that shows roles or their assignments. */
export const aboutRoles = ({ queryKey }: { queryKey: readonly unknown[] }) =>
  typeof queryKey[1] === 'string' && /^\/roles|\/roles$/.test(queryKey[1]);
