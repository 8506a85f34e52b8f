// Queries for the import pages.
import type { UserImport } from '@tessera/contract/user-imports';
import type { Api } from '../../app/api.ts';
import { type ListSearch, listQuery } from '../../kit/list-search.ts';

export const importsQuery = (api: Api, { page }: ListSearch) =>
  api.management.listQuery('/user-imports', { query: listQuery({ ...(page && { page }) }) });
export const importsKey = ['management', '/user-imports'] as const;
export const importKey = ['management', '/user-imports/:importId'] as const;

export const importQuery = (api: Api, importId: string) => ({
  ...api.management.query('/user-imports/:importId', { params: { importId } }),
  meta: { panel: true },
});

/** Validation and import share one URL for two lists, so always refetch. */
export const problemsQuery = (api: Api, importId: string, { page }: ListSearch) => ({
  ...api.management.listQuery('/user-imports/:importId/problems', {
    params: { importId },
    query: listQuery({ ...(page && { page }) }),
  }),
  refetchOnMount: 'always' as const,
});

/** The import is in progress. */
export const isUnderWay = ({ status }: Pick<UserImport, 'status'>) =>
  status === 'uploading' || status === 'checking' || status === 'importing';
