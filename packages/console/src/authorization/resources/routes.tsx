// API resource routes.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { layoutRoute } from '../../app/branches.tsx';
import { createFirstTabRoute, createListRoute } from '../../app/entity-routes.ts';
import { parseGuideSearch } from '../../authentication/guides/guide-search.ts';
import { parseListSearch } from '../../kit/list-search.ts';
import { resourceQuery, resourcesQuery, scopesQuery } from './query.ts';

const listRoute = createListRoute({
  path: '/api-resources',
  parseSearch: parseListSearch,
  phrases: ['resources'],
  prefetch: ({ api, queryClient }, search) => void queryClient.prefetchQuery(resourcesQuery(api, search)),
  component: lazyRouteComponent(() => import('./list.tsx'), 'ResourceList'),
});

const creationRoute = createRoute({
  getParentRoute: () => listRoute,
  path: '/create',
  beforeLoad: ({ context: { texts } }) => texts.open('guides'),
  component: lazyRouteComponent(() => import('./creation.tsx'), 'Creation'),
});

const resourceRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/api-resources/$id',
  validateSearch: parseGuideSearch,
  beforeLoad: ({ context: { texts }, search: { guide } }) =>
    Promise.all([texts.open('resources'), ...(guide === undefined ? [] : [texts.open('guides')])]),
  loader: ({ context: { api, queryClient }, params: { id } }) => {
    void queryClient.prefetchQuery(resourceQuery(api, id));
  },
  component: lazyRouteComponent(() => import('./details.tsx'), 'ResourceDetails'),
});

const firstTabRoute = createFirstTabRoute(resourceRoute, '/permissions');

const permissionsRoute = createRoute({
  getParentRoute: () => resourceRoute,
  path: '/permissions',
  validateSearch: parseListSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { api, queryClient }, params: { id }, deps }) => {
    void queryClient.prefetchQuery(scopesQuery(api, id, deps));
  },
  component: lazyRouteComponent(() => import('./permissions.tsx'), 'ResourcePermissions'),
});

const generalRoute = createRoute({
  getParentRoute: () => resourceRoute,
  path: '/general',
  component: lazyRouteComponent(() => import('./general.tsx'), 'ResourceGeneral'),
});

const guideRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/api-resources/$id/guide/$guideId',
  beforeLoad: ({ context: { texts } }) => texts.open('guides'),
  loader: ({ context: { api, queryClient }, params: { id } }) => {
    void queryClient.prefetchQuery(resourceQuery(api, id));
  },
  component: lazyRouteComponent(() => import('./guide-page.tsx'), 'ResourceGuidePage'),
});

export const resourceRoutes = [
  listRoute.addChildren([creationRoute]),
  resourceRoute.addChildren([firstTabRoute, permissionsRoute, generalRoute]),
  guideRoute,
] as const;
