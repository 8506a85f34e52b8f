// Routes of user imports.
import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router';
import { layoutRoute } from '../../app/branches.tsx';
import { type ListSearch, parseListSearch } from '../../kit/list-search.ts';
import { importQuery, importsQuery } from './query.ts';

/** `from`: an earlier import to start again. */
export type ImportsSearch = ListSearch & { dialog?: 'export'; from?: string };

const parseSearch = (search: Record<string, unknown>): ImportsSearch => ({
  ...parseListSearch(search),
  ...(search.dialog === 'export' && { dialog: 'export' as const }),
  ...(typeof search.from === 'string' && { from: search.from }),
});

export type ImportSearch = ListSearch & { dialog?: 'columns' };

const parseImportSearch = (search: Record<string, unknown>): ImportSearch => ({
  ...parseListSearch(search),
  ...(search.dialog === 'columns' && { dialog: 'columns' as const }),
});

const startRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/users/import',
  validateSearch: parseSearch,
  beforeLoad: ({ context: { settings, texts } }) => {
    if (settings.tenantId === '') throw notFound();
    return texts.open('user-imports', 'users');
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { api, queryClient }, deps }) => void queryClient.prefetchQuery(importsQuery(api, deps)),
  component: lazyRouteComponent(() => import('./imports.tsx'), 'Imports'),
});

const importRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/users/import/$importId',
  validateSearch: parseImportSearch,
  beforeLoad: ({ context: { texts } }) => texts.open('user-imports'),
  loader: ({ context: { api, queryClient }, params: { importId } }) =>
    void queryClient.prefetchQuery(importQuery(api, importId)),
  component: lazyRouteComponent(() => import('./import-page.tsx'), 'ImportPage'),
});

export const userImportRoutes = [startRoute, importRoute] as const;
