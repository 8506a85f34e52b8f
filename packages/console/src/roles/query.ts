// What the pages of roles ask the server for.
import type { Api } from '../app/api.ts';
import { type ListSearch, listQuery } from '../kit/list-search.ts';

export const rolesQuery = (api: Api, search: ListSearch) =>
  api.management.listQuery('/roles', { query: listQuery(search) });

export const roleQuery = (api: Api, id: string) => ({
  ...api.management.query('/roles/:id', { params: { id } }),
  meta: { panel: true },
});

export const roleScopesQuery = (api: Api, id: string, search: ListSearch) =>
  api.management.listQuery('/roles/:id/scopes', { params: { id }, query: listQuery(search) });

/** All of them, to know what need not be offered again. */
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

/** Everything that shows roles, or who holds them. */
export const aboutRoles = ({ queryKey }: { queryKey: readonly unknown[] }) =>
  typeof queryKey[1] === 'string' && /^\/roles|\/roles$/.test(queryKey[1]);
