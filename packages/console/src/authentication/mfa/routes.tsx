// MFA route.
import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router';
import { layoutRoute } from '../../app/branches.tsx';
import { connectorsQuery, experienceQuery } from '../sign-in-experience/query.ts';

const mfaRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/mfa',
  beforeLoad: ({ context: { settings, texts } }) => {
    if (settings.tenantId === '') throw notFound();
    return texts.open('mfa', 'connectors');
  },
  loader: ({ context: { api, queryClient } }) => {
    void queryClient.prefetchQuery(experienceQuery(api));
    void queryClient.prefetchQuery(connectorsQuery(api));
  },
  component: lazyRouteComponent(() => import('./mfa.tsx'), 'MultiFactor'),
});

export const mfaRoutes = [mfaRoute] as const;
