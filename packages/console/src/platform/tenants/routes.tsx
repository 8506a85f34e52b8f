// Home route: the tenant's start page, or a redirect to the user's default tenant.
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { layoutRoute } from '../../app/branches.tsx';
import { firstPageOf } from '../../shell/sections.ts';
import { defaultTenant } from './own-tenants.ts';

export const homeRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/',
  beforeLoad: async ({ context }) => {
    const first = firstPageOf(context.settings);
    if (first !== undefined) throw redirect({ to: first, replace: true });
    const tenant = await defaultTenant(context);
    if (tenant) await context.session.leave(`/${tenant.id}`, 'replace');
  },
  component: lazyRouteComponent(() => import('./landing.tsx'), 'TenantLanding'),
});
