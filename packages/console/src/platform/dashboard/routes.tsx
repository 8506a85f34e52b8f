// Dashboard route. The selected day is in the URL.
import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router';
import { layoutRoute } from '../../app/branches.tsx';
import { parseDashboardSearch } from './days.ts';
import { activeQuery, newUsersQuery, signInsQuery, totalQuery } from './query.ts';

const dashboardRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/dashboard',
  validateSearch: parseDashboardSearch,
  beforeLoad: ({ context: { settings, texts } }) => {
    if (settings.tenantId === '') throw notFound();
    return texts.open('dashboard');
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { api, queryClient }, deps }) => {
    void queryClient.prefetchQuery(totalQuery(api));
    void queryClient.prefetchQuery(newUsersQuery(api));
    void queryClient.prefetchQuery(activeQuery(api, deps.date));
    void queryClient.prefetchQuery(signInsQuery(api, deps));
  },
  component: lazyRouteComponent(() => import('./dashboard.tsx'), 'Dashboard'),
});

export const dashboardRoutes = [dashboardRoute] as const;
