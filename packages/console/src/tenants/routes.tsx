// The way in: the first page of the sidebar where there is one, else the tenants of the person.
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { layoutRoute } from '../app/branches.tsx';
import { firstPageOf } from '../shell/sections.ts';

export const homeRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/',
  beforeLoad: ({ context: { settings } }) => {
    const first = firstPageOf(settings.edition);
    if (first !== undefined) throw redirect({ to: first, replace: true });
  },
  loader: ({ context: { api, queryClient } }) => {
    void queryClient.prefetchQuery(api.cloud.query('/tenants'));
  },
  component: lazyRouteComponent(() => import('./landing.tsx'), 'TenantLanding'),
});
