// Importing users: the file and earlier imports, and one import from its check to its report.
import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router';
import { layoutRoute } from '../app/branches.tsx';
import { type ListSearch, parseListSearch } from '../kit/list-search.ts';
import { importQuery, importsQuery } from './query.ts';

export type ImportsSearch = ListSearch & { dialog?: 'export' };

const parseSearch = (search: Record<string, unknown>): ImportsSearch => ({
  ...parseListSearch(search),
  ...(search.dialog === 'export' && { dialog: 'export' as const }),
});

const startRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/users/import',
  validateSearch: parseSearch,
  beforeLoad: ({ context: { settings, texts } }) => {
    if (settings.tenantId === '') throw notFound();
    return texts.open('user-import', 'users');
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { api, queryClient }, deps }) => void queryClient.prefetchQuery(importsQuery(api, deps)),
  component: lazyRouteComponent(() => import('./imports.tsx'), 'Imports'),
});

const importRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/users/import/$importId',
  validateSearch: parseListSearch,
  beforeLoad: ({ context: { texts } }) => texts.open('user-import'),
  loader: ({ context: { api, queryClient }, params: { importId } }) =>
    void queryClient.prefetchQuery(importQuery(api, importId)),
  component: lazyRouteComponent(() => import('./import-page.tsx'), 'ImportPage'),
});

export const userImportRoutes = [startRoute, importRoute] as const;
