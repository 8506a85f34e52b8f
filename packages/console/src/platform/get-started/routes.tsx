// The console's start page.
import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router';
import { layoutRoute } from '../../app/branches.tsx';

const getStartedRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/get-started',
  beforeLoad: ({ context: { settings, texts } }) => {
    if (settings.tenantId === '') throw notFound();
    return Promise.all([texts.open('get-started'), texts.open('guides')]);
  },
  component: lazyRouteComponent(() => import('./get-started.tsx'), 'GetStarted'),
});

export const getStartedRoutes = [getStartedRoute] as const;
