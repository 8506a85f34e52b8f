// The page of the dashboard. The day it is about stands in its address.
import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router';
import { layoutRoute } from '../app/branches.tsx';
import { parseDay } from './days.ts';
import { activeQuery, newUsersQuery, totalQuery } from './query.ts';

const dashboardRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/dashboard',
  validateSearch: (search: Record<string, unknown>): { date?: string } => {
    const date = parseDay(search.date);
    return date === undefined ? {} : { date };
  },
  beforeLoad: ({ context: { settings, texts } }) => {
    if (settings.tenantId === '') throw notFound();
    return texts.open('dashboard');
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { api, queryClient }, deps: { date } }) => {
    void queryClient.prefetchQuery(totalQuery(api));
    void queryClient.prefetchQuery(newUsersQuery(api));
    void queryClient.prefetchQuery(activeQuery(api, date));
  },
  component: lazyRouteComponent(() => import('./dashboard.tsx'), 'Dashboard'),
});

export const dashboardRoutes = [dashboardRoute] as const;
