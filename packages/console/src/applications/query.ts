// Which applications a list shows.
import type { Api } from '../app/api.ts';
import { type ListSearch, listQuery } from '../kit/list-search.ts';

export const applicationsQuery = (api: Api, search: ListSearch) =>
  api.management.listQuery('/applications', { query: listQuery(search) });
