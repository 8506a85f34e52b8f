// The pages of applications.
import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router';
import { layoutRoute } from '../app/branches.tsx';
import { parseListSearch } from '../kit/list-search.ts';
import { applicationsQuery } from './query.ts';

export const applicationListRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/applications',
  validateSearch: parseListSearch,
  beforeLoad: ({ context: { settings } }) => {
    if (settings.edition !== 'oss') throw notFound();
  },
  loaderDeps: ({ search }) => search,
  // Asked for while the page itself is still on its way; the page shows what comes of it.
  loader: ({ context: { api, queryClient }, deps }) => {
    void queryClient.prefetchQuery(applicationsQuery(api, deps));
  },
  component: lazyRouteComponent(() => import('./list.tsx'), 'ApplicationList'),
});

export const applicationRoutes = [applicationListRoute] as const;
