// Account center route.
import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router';
import { layoutRoute } from '../../app/branches.tsx';
import { experienceQuery } from '../../authentication/sign-in-experience/query.ts';
import { accountCenterQuery } from './query.ts';

const accountCenterRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/account-center',
  beforeLoad: ({ context: { settings, texts } }) => {
    if (settings.tenantId === '') throw notFound();
    return texts.open('account-center');
  },
  loader: ({ context: { api, queryClient } }) => {
    void queryClient.prefetchQuery(accountCenterQuery(api));
    void queryClient.prefetchQuery(experienceQuery(api));
  },
  component: lazyRouteComponent(() => import('./account-center.tsx'), 'AccountCenterPage'),
});

export const accountCenterRoutes = [accountCenterRoute] as const;
